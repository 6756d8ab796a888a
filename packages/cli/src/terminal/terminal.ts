import { createInterface } from "node:readline";
import type { Environment } from "../model/environment.ts";
import { Screen } from "./screen.ts";

/** What a person typed at a prompt. */
export type Answer =
  | { readonly kind: "line"; readonly text: string }
  /** Ctrl-C. */
  | { readonly kind: "interrupted" }
  /** Ctrl-D, a closed terminal, or a question that was withdrawn. */
  | { readonly kind: "ended" };

export interface Question {
  readonly prompt: string;
  /** Earlier answers, newest first, for the arrow keys. */
  readonly history?: readonly string[];
  /** Stands in the line already. */
  readonly typed?: string;
  /** Withdraws the question. */
  readonly signal?: AbortSignal;
}

const CTRL_C = "\u0003";

/** A person at a terminal: asked with a prompt, and heard between prompts while keys are watched. */
export class Terminal {
  readonly screen: Screen;
  readonly #input: NodeJS.ReadStream;
  readonly #output: NodeJS.WriteStream;
  #onInterrupt: (() => void) | undefined;
  #typed = "";

  constructor(input: NodeJS.ReadStream, output: NodeJS.WriteStream, environment: Environment) {
    this.#input = input;
    this.#output = output;
    this.screen = new Screen(output, environment);
  }

  /** Asks, and waits for Enter. Lines that were pasted together are one answer. */
  async ask(question: Question): Promise<Answer> {
    this.#listen(false);
    this.screen.clearStatus();
    this.screen.startLine();
    this.screen.hold();
    const answer = await this.#read(question);
    this.screen.lineWasEnded();
    this.screen.release();
    this.#listen(true);
    return answer;
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
    else if (/^[^\p{Cc}]+$/u.test(text)) this.#typed += text;
  };

  #read({ prompt, history = [], typed = "", signal }: Question): Promise<Answer> {
    return new Promise((resolve) => {
      const reader = createInterface({
        input: this.#input,
        output: this.#output,
        prompt,
        history: [...history],
        signal,
      });
      const lines: string[] = [];
      let settled = false;
      const settle = (answer: Answer) => {
        settled = true;
        resolve(answer);
        reader.close();
      };
      const leave = (kind: "interrupted" | "ended") => {
        if (settled) return;
        this.#output.write("\n");
        settle({ kind });
      };
      reader.on("SIGINT", () => leave("interrupted"));
      reader.on("close", () => leave("ended"));
      reader.on("line", (line) => {
        lines.push(line);
        setImmediate(() => settle({ kind: "line", text: lines.join("\n") }));
      });
      reader.prompt();
      reader.write(typed);
    });
  }
}
