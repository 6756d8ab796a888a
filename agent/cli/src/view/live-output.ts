import type { Screen } from "../terminal/screen.ts";
import { clip } from "../text/clip.ts";
import { countOf } from "../text/count-of.ts";
import { type LookPiece, LookPieces } from "../text/look-pieces.ts";
import { printable } from "../text/printable.ts";

/** Lines of a running tool's output that are shown as they come; of the rest, only the last ones when it ends. */
const SHOWN = { first: 30, last: 5 };

/** The line that stands where a tool prints faster than anybody reads, for all that it has left out there. */
const LEFT_OUT = "[…]";

/**
 * The output of one running tool, line by line, indented and dim where it has no look of its own. A line that is
 * written anew after a carriage return, as progress is, is shown in passing, and stays as it was last.
 */
export class LiveOutput {
  readonly #screen: Screen;
  readonly #indent: string;
  readonly #pieces = new LookPieces();
  #line: LookPiece[] = [];
  #length = 0;
  #isReturned = false;
  #shown = 0;
  #held: (readonly LookPiece[])[] = [];
  #dropped = 0;
  #droppedMark = false;

  constructor(screen: Screen, indent: string) {
    this.#screen = screen;
    this.#indent = indent;
  }

  push(chunk: string): void {
    for (const { text, look } of this.#pieces.push(chunk)) {
      for (const part of text.split(/([\n\r\b])/)) this.#take({ text: part, look });
    }
    if (this.#length > 0) this.#screen.unfinished(this.#drawn(this.#line));
  }

  end(): void {
    if (this.#length > 0) this.#endLine();
    const count = `${this.#droppedMark ? "more than " : ""}${countOf(this.#dropped, "line")}`;
    if (this.#dropped > 0) this.#print([{ text: `… ${count} not shown`, look: "" }]);
    for (const line of this.#held) this.#print(line);
  }

  #take(piece: LookPiece): void {
    if (piece.text === "\n") this.#endLine();
    else if (piece.text === "\r") this.#isReturned = true;
    else if (piece.text === "\b") this.#goBack();
    else if (piece.text !== "") this.#add(piece);
  }

  #goBack(): void {
    const last = this.#line.pop();
    if (last === undefined) return;
    this.#length -= 1;
    if (last.text.length > 1) this.#line.push({ ...last, text: last.text.slice(0, -1) });
  }

  /** More than this of a line is never shown, so it is not kept either. */
  #add({ text, look }: LookPiece): void {
    if (this.#isReturned) this.#startLine();
    const kept = text.slice(0, Math.max(0, this.#screen.width * 2 - this.#length));
    this.#length += kept.length;
    if (kept === "") return;
    const last = this.#line.at(-1);
    if (last?.look === look) this.#line.pop();
    const before = last?.look === look ? last.text : "";
    this.#line.push({ text: before + printable(kept), look });
  }

  #endLine(): void {
    const line = this.#line;
    this.#startLine();
    this.#shown += 1;
    if (this.#shown <= SHOWN.first) {
      this.#print(line);
      return;
    }
    this.#held.push(line);
    if (this.#held.length <= SHOWN.last) return;
    const dropped = this.#held.shift();
    if (dropped?.[0]?.text === LEFT_OUT) this.#droppedMark = true;
    else this.#dropped += 1;
  }

  #startLine(): void {
    this.#line = [];
    this.#length = 0;
    this.#isReturned = false;
  }

  #print(line: readonly LookPiece[]): void {
    this.#screen.line(this.#drawn(line));
  }

  #drawn(line: readonly LookPiece[]): string {
    const { width, styles } = this.#screen;
    let rest = clip(line.map(({ text }) => text).join(""), width - this.#indent.length);
    let shown = styles.dim(this.#indent);
    for (const { text, look } of line) {
      shown += (look === "" ? styles.dim : styles.look(look))(rest.slice(0, text.length));
      rest = rest.slice(text.length);
    }
    return shown;
  }
}
