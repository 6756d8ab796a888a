import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { Environment } from "../model/environment.ts";
import { PlainScreen } from "./plain-screen.ts";
import { suspend } from "./suspend.ts";
import type { Answer, Question, Terminal } from "./terminal.ts";
import { turns } from "./turns.ts";

type Read = Answer | { readonly kind: "gave way"; readonly typed: string };

/** Only a question that was asked patiently gives way. */
function answerOf(read: Read): Answer {
  return read.kind === "gave way" ? { kind: "ended" } : read;
}

const CTRL_C = "\u0003";
const CTRL_Z = "\u001a";

/** Asks with a prompt, line by line, and hears keys between prompts while they are watched. */
export class PlainTerminal implements Terminal {
  readonly screen: PlainScreen;
  readonly #input: NodeJS.ReadStream;
  readonly #output: NodeJS.WriteStream;
  #onInterrupt: (() => void) | undefined;
  #typed = "";
  readonly #inTurn = turns();
  /** Questions that wait. */
  #urgent = 0;
  /** Withdraws the question that gives way, while it stands. */
  #giveWay: (() => void) | undefined;

  constructor(input: NodeJS.ReadStream, output: NodeJS.WriteStream, environment: Environment) {
    this.#input = input;
    this.#output = output;
    this.screen = new PlainScreen(output, environment);
  }

  /** Asks, and waits for Enter; one question at a time. Lines that were pasted together are one answer. */
  ask(question: Question): Promise<Answer> {
    if (question.givesWay === true) return this.#askPatiently(question);
    this.#urgent += 1;
    this.#giveWay?.();
    return this.#inTurn(async () => {
      this.#urgent -= 1;
      return answerOf(await this.#askNow(question));
    });
  }

  /** Gives way to every other question, and comes back with what had been typed. */
  async #askPatiently(question: Question): Promise<Answer> {
    let { typed = "" } = question;
    for (;;) {
      const read = await this.#inTurn(async (): Promise<Read> => {
        if (this.#urgent > 0) return { kind: "gave way", typed };
        const pause = new AbortController();
        this.#giveWay = () => pause.abort();
        const heard = await this.#askNow({ ...question, typed }, pause.signal);
        this.#giveWay = undefined;
        return heard;
      });
      if (read.kind !== "gave way") return read;
      typed = read.typed;
    }
  }

  async #askNow(question: Question, pause?: AbortSignal): Promise<Read> {
    this.#listen(false);
    this.screen.clearStatus();
    this.screen.startLine();
    this.screen.hold();
    const read = await this.#read(question, pause);
    this.screen.lineWasEnded();
    this.screen.release();
    this.#listen(true);
    return read;
  }

  /** From now on Ctrl-C calls `onInterrupt`, also while nothing is asked. Returns the function that ends it. */
  watchKeys(onInterrupt: () => void): () => void {
    this.#onInterrupt = onInterrupt;
    this.#listen(true);
    return () => {
      this.#listen(false);
      this.#onInterrupt = undefined;
    };
  }

  /** What was typed while nothing was asked; forgets it. */
  takeTyped(): string {
    const typed = this.#typed;
    this.#typed = "";
    return typed;
  }

  /** On one line: a line feed would send it. */
  putBack(text: string): void {
    this.#typed = [text.replaceAll("\n", " "), this.#typed].filter(Boolean).join(" ");
  }

  /** Raw, because otherwise what is typed would be echoed into the output of the tools. */
  #listen(on: boolean): void {
    if (this.#onInterrupt === undefined) return;
    this.#input.setRawMode?.(on);
    this.#input.off("data", this.#hear);
    if (on) this.#input.on("data", this.#hear).resume();
    else this.#input.pause();
  }

  readonly #hear = (chunk: Buffer | string): void => {
    const text = chunk.toString();
    if (text.includes(CTRL_C)) this.#onInterrupt?.();
    else if (text.includes(CTRL_Z)) this.#suspend();
    else if (/^[^\p{Cc}]+$/u.test(text)) this.#typed += text;
  };

  #suspend(): void {
    this.#listen(false);
    suspend(() => this.#listen(true));
  }

  #read({ prompt, history = [], typed = "", isSecret = false, signal }: Question, pause?: AbortSignal): Promise<Read> {
    return new Promise((resolve) => {
      if (isSecret) this.#output.write(prompt);
      const reader = createInterface({
        input: this.#input,
        output: isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : this.#output,
        // Without an output that is a terminal, the terminal itself would show what is typed.
        ...(isSecret ? { terminal: true } : {}),
        prompt,
        history: [...history],
        signal,
      });
      const lines: string[] = [];
      let settled = false;
      const settle = (read: Read) => {
        settled = true;
        resolve(read);
        reader.close();
      };
      const leave = (kind: "interrupted" | "ended") => {
        if (settled) return;
        this.#output.write("\n");
        settle({ kind });
      };
      const giveWay = () => {
        // A line that was entered is an answer already.
        if (settled || lines.length > 0) return;
        this.#output.write("\n");
        settle({ kind: "gave way", typed: reader.line });
      };
      pause?.addEventListener("abort", giveWay, { once: true });
      reader.on("SIGINT", () => leave("interrupted"));
      reader.on("close", () => leave("ended"));
      reader.on("line", (line) => {
        lines.push(line);
        if (isSecret) this.#output.write("\n");
        setImmediate(() => settle({ kind: "line", text: lines.join("\n") }));
      });
      reader.prompt();
      reader.write(typed);
    });
  }
}
