import type { Screen } from "../terminal/screen.ts";
import { clip } from "../text/clip.ts";
import { printable } from "../text/printable.ts";

/** Lines of a running tool's output that are shown; the whole stays with the result. */
const SHOWN_LINES = 40;

/** The output of one running tool, line by line, indented and dim. */
export class LiveOutput {
  readonly #screen: Screen;
  readonly #indent: string;
  #rest = "";
  #lines = 0;

  constructor(screen: Screen, indent: string) {
    this.#screen = screen;
    this.#indent = indent;
  }

  push(chunk: string): void {
    const lines = (this.#rest + chunk).split("\n");
    // Only what can still be shown is kept of a line that has not ended.
    this.#rest = (lines.pop() ?? "").slice(0, this.#screen.width * 2);
    for (const line of lines) this.#show(line);
  }

  end(): void {
    if (this.#rest !== "") this.#show(this.#rest);
    this.#rest = "";
  }

  #show(line: string): void {
    this.#lines += 1;
    if (this.#lines > SHOWN_LINES + 1) return;
    const { width, styles } = this.#screen;
    const text = this.#lines > SHOWN_LINES ? "… more output, not shown" : printable(line.slice(0, width * 2));
    this.#screen.line(styles.dim(this.#indent + clip(text, width - this.#indent.length)));
  }
}
