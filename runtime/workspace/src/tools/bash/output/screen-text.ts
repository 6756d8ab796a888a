import { cutStart } from "@toolwright/core/internal";

/**
 * A line is passed on unfinished when it is longer than this; what was passed on can no longer be overwritten. In
 * UTF-16 units.
 */
const MAX_HELD = 16 * 1024;

/** What makes a text more than its characters: NULs, bells, erasing and line starts. */
const SPECIAL = ["\0", "\x07", "\b", "\r"];

/**
 * Turns what was sent to a terminal into what a reader would see at the end of each line: after a carriage return the
 * line is written anew, a backspace takes a character back. Holds at most the line that is being written.
 */
export class ScreenText {
  #line = "";
  #returned = false;

  push(chunk: string): string {
    if (!this.#returned && !SPECIAL.some((control) => chunk.includes(control))) return this.#plain(chunk);
    let done = "";
    for (const piece of chunk.split(/([\n\r\b])/)) {
      if (piece === "\n") done += this.#take("\n");
      else if (piece === "\r") this.#returned = true;
      else if (piece === "\b") this.#line = cutStart(this.#line, this.#line.length - 1);
      else if (piece !== "") this.#write(piece.replaceAll("\0", "").replaceAll("\x07", ""));
    }
    return done + this.#overflow();
  }

  /** The line that has no end. */
  end(): string {
    return this.#take("");
  }

  #plain(chunk: string): string {
    const end = chunk.lastIndexOf("\n") + 1;
    const done = end === 0 ? "" : this.#take(chunk.slice(0, end));
    this.#line += chunk.slice(end);
    return done + this.#overflow();
  }

  #write(text: string): void {
    if (text === "") return;
    this.#line = this.#returned ? text : this.#line + text;
    this.#returned = false;
  }

  #take(end: string): string {
    const line = this.#line + end;
    this.#line = "";
    this.#returned = false;
    return line;
  }

  #overflow(): string {
    return this.#line.length > MAX_HELD && !this.#returned ? this.#take("") : "";
  }
}
