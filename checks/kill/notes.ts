import { appendFileSync, readFileSync } from "node:fs";

/** What a worker did. */
export type Done =
  | { readonly what: "begin" | "end"; readonly chatId: string; readonly runId: string; readonly toolCallId: string }
  /** The engine has given it a conversation, or the store the lease of one. */
  | { readonly what: "given" | "claimed"; readonly chatId: string }
  /** The store has said that it has this event. */
  | {
      readonly what: "stored";
      readonly chatId: string;
      readonly runId: string;
      readonly seq: number;
      readonly type: string;
      readonly toolCallId?: string;
    }
  /** A reader heard how a call ended, or, without one, the run: `ok`, or the code of the error; why it stopped. */
  | {
      readonly what: "told";
      readonly chatId: string;
      readonly runId: string;
      readonly toolCallId?: string;
      readonly says: string;
    }
  /** A person is about to say yes to this call. */
  | { readonly what: "allowed"; readonly chatId: string; readonly toolCallId: string }
  /** The store has this message for a run, or has it no more. */
  | { readonly what: "said" | "withdrawn"; readonly chatId: string; readonly messageId: string }
  /** A request to the model has these messages. */
  | { readonly what: "heard"; readonly messageIds: readonly string[] }
  /** Something was written for the conversation in which the worker is to die. */
  | { readonly what: "write"; readonly number: number };

/** A line of the notes: who, and when in milliseconds since 1970. */
export type Note = Done & { readonly by: string; readonly at: number };

/**
 * What workers did, in one file, in the order in which they did it: each line is appended at once, so a kill loses
 * none.
 */
export class Notes {
  readonly #file: string;
  readonly #by: string;

  constructor(file: string, by: string) {
    this.#file = file;
    this.#by = by;
  }

  add(done: Done): void {
    appendFileSync(this.#file, `${JSON.stringify({ ...done, by: this.#by, at: Date.now() })}\n`);
  }
}

export function readNotes(file: string): Note[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}
