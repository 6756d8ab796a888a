import type { Environment } from "../model/environment.ts";
import { printable } from "../text/printable.ts";
import type { Screen } from "./screen.ts";
import { type Styles, stylesFor } from "./styles.ts";

/**
 * Narrower than this nothing is readable; wider, lines are hard to follow. Also the width where there is no terminal.
 */
const WIDTH = { least: 40, most: 120 };

/** Characters that wait at most; of more, the last are kept. */
const MAX_HELD = 100_000;

/** Back to the beginning of the line, and nothing on it (ECMA-48, EL). */
const ERASE_LINE = "\r\u001b[2K";

/** A terminal, or whatever stands in for one. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * Writes line after line, and never goes back: for pipes, simple terminals and screen readers. Knows whether it stands
 * at the beginning of a line.
 */
export class PlainScreen implements Screen {
  readonly styles: Styles;
  readonly isDrawn = false;
  readonly #stream: Output;
  readonly #erases: boolean;
  #column0 = true;
  #hasStatus = false;
  #held: string | undefined;

  constructor(stream: Output, environment: Environment) {
    this.#stream = stream;
    this.styles = stylesFor(stream.isTTY === true, environment);
    this.#erases = stream.isTTY === true && environment.TERM !== "dumb";
  }

  /** Characters a line may take. */
  get width(): number {
    return Math.min(Math.max(this.#stream.columns ?? WIDTH.most, WIDTH.least), WIDTH.most);
  }

  write(text: string): void {
    if (text === "") return;
    if (this.#held !== undefined) {
      this.#held = (this.#held + text).slice(-MAX_HELD);
      return;
    }
    this.clearStatus();
    this.#stream.write(text);
    this.#column0 = text.endsWith("\n");
  }

  /** As it comes. */
  say(kind: "text" | "reasoning", delta: string): void {
    const text = printable(delta);
    this.write(kind === "text" ? text : this.styles.dim(text));
  }

  /** Says what is waited for, on a terminal that can erase it again, until something else is written. */
  status(text: string): void {
    this.unfinished(this.styles.dim(text));
  }

  /** Stands there in the same way. */
  unfinished(text: string): void {
    if (!this.#erases || !this.#column0 || this.#held !== undefined) return;
    this.clearStatus();
    this.#stream.write(text);
    this.#hasStatus = true;
  }

  rendered(markdown: string): readonly string[] {
    return printable(markdown).split("\n");
  }

  clearStatus(): void {
    if (this.#hasStatus) this.#stream.write(ERASE_LINE);
    this.#hasStatus = false;
  }

  /** Writes a line of its own. */
  words(text: string): void {
    this.line(text);
  }

  line(text = ""): void {
    this.startLine();
    this.write(`${text}\n`);
  }

  /** Ends the line under way, if there is one. */
  startLine(): void {
    const atStart = this.#held === undefined || this.#held === "" ? this.#column0 : this.#held.endsWith("\n");
    if (!atStart) this.write("\n");
  }

  /** Until `release`, what is written waits: it would stand in the middle of a prompt and its answer. */
  hold(): void {
    this.#held ??= "";
  }

  release(): void {
    const held = this.#held ?? "";
    this.#held = undefined;
    this.write(held);
  }

  /** What others wrote (a prompt and its answer) ended with a new line. */
  lineWasEnded(): void {
    this.#column0 = true;
  }
}
