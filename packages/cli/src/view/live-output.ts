import type { Screen } from "../terminal/screen.ts";
import { clip } from "../text/clip.ts";
import { countOf } from "../text/count-of.ts";
import { printable } from "../text/printable.ts";

/** Lines of a running tool's output that are shown as they come; of the rest, only the last ones when it ends. */
const SHOWN = { first: 30, last: 5 };

/** The output of one running tool, line by line, indented and dim. */
export class LiveOutput {
  readonly #screen: Screen;
  readonly #indent: string;
  #rest = "";
  #shown = 0;
  #held: string[] = [];
  #dropped = 0;

  constructor(screen: Screen, indent: string) {
    this.#screen = screen;
    this.#indent = indent;
  }

  push(chunk: string): void {
    const lines = (this.#rest + chunk).split("\n");
    this.#rest = this.#cut(lines.pop() ?? "");
    for (const line of lines) this.#take(line);
  }

  end(): void {
    if (this.#rest !== "") this.#take(this.#rest);
    if (this.#dropped > 0) this.#print(`… ${countOf(this.#dropped, "line")} not shown`);
    for (const line of this.#held) this.#print(line);
  }

  #take(line: string): void {
    this.#shown += 1;
    if (this.#shown <= SHOWN.first) {
      this.#print(line);
      return;
    }
    this.#held.push(this.#cut(line));
    if (this.#held.length <= SHOWN.last) return;
    this.#held.shift();
    this.#dropped += 1;
  }

  #print(line: string): void {
    const { width, styles } = this.#screen;
    this.#screen.line(styles.dim(this.#indent + clip(printable(this.#cut(line)), width - this.#indent.length)));
  }

  /** More than this of a line is never shown, so it is not kept either. */
  #cut(line: string): string {
    return line.slice(0, this.#screen.width * 2);
  }
}
