import type { Message } from "../model/messages.ts";
import type { StepChanges } from "./effects.ts";

/** What a prompt function has said so far, and where in the history it belongs. */
export class ConversationLog {
  #initial: Message[] = [];
  #inserted: { readonly at: number; readonly message: Message }[] = [];
  /** Messages of the run so far, without the system text; undefined before the run. */
  #length: number | undefined;

  /** Adds a message: to the beginning, or after what the run has come to. */
  add(message: Message): void {
    if (this.#length === undefined) this.#initial.push(message);
    else this.#inserted.push({ at: this.#length, message });
  }

  /** Begins a run after so many messages. Gives those that it begins with. */
  begin(after: number): readonly Message[] {
    const initial = this.#initial;
    this.#initial = [];
    this.#inserted = [];
    this.#length = after + initial.length;
    return initial;
  }

  /** Says how long the history has become: what is added now comes after it. */
  reach(length: number): void {
    this.#length = length;
  }

  /** The run is over: what is added now is for the next one. */
  end(): void {
    this.#length = undefined;
  }

  get isChanged(): boolean {
    return this.#inserted.length > 0;
  }

  /** The history with what was inserted on the way. */
  merge(history: readonly Message[]): readonly Message[] {
    const merged: Message[] = [];
    let from = 0;
    for (const { at, message } of this.#inserted) {
      merged.push(...history.slice(from, at), message);
      from = Math.max(from, at);
    }
    return [...merged, ...history.slice(from)];
  }
}

/** What one request is put together from. */
export interface StepRequestParts {
  /** The history, without the system text. */
  readonly history: readonly Message[];
  readonly log: ConversationLog;
  readonly changes: StepChanges;
  readonly system: string;
  readonly reminder: Message | undefined;
}

/** System text, then the history or what an effect put in its place, then the reminder. */
export function stepRequest({ history, log, changes, system, reminder }: StepRequestParts): readonly Message[] {
  const body = changes.messages ?? log.merge(history);
  return [...systemMessage(system), ...body, ...(reminder === undefined ? [] : [reminder])];
}

/** No message where nothing is said. */
export function systemMessage(text: string): readonly Message[] {
  return text === "" ? [] : [{ role: "system", content: text }];
}

/** A part of the system text. */
interface TextSection {
  readonly name: string;
  readonly value: string;
}

/** The system text: every section in a tag of its name. A value cannot close its own tag. */
export function systemText(sections: Iterable<TextSection>): string {
  const texts = [...sections].map(({ name, value }) => {
    const inside = value.replaceAll(`</${name}`, `&lt;/${name}`);
    return `<${name}>\n${inside}\n</${name}>`;
  });
  return texts.join("\n\n");
}
