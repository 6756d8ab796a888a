/** A piece of an answer that is finished: it is drawn once, and never again. */
export type MarkdownBlock =
  | { readonly kind: "prose"; readonly text: string; readonly joins: boolean }
  /** Lines between fences. `joins`: the piece before it is of the same code or list. */
  | { readonly kind: "code"; readonly language: string; readonly text: string; readonly joins: boolean };

/** Larger ones are drawn in pieces: what is not finished has to be drawn again for every word that comes. */
const MOST = { lines: 120, characters: 8_000 };

const FENCE = /^( {0,3})(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;
const HEADING = /^ {0,3}#{1,6}(\s|$)/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;

interface Fence {
  readonly mark: string;
  readonly language: string;
}

/** Cuts Markdown that is still being written into blocks, line by line; a line is looked at once. */
export class MarkdownBlocks {
  #line: string[] = [];
  #lineLength = 0;
  #lines: string[] = [];
  #length = 0;
  #fence: Fence | undefined;
  #isList = false;
  #joins = false;
  /** A fence inside of a list item. */
  #inner: string | undefined;

  /** What is not finished yet. */
  get rest(): MarkdownBlock {
    return this.#block([...this.#lines, this.#line.join("")].join("\n"));
  }

  /** The blocks that these characters have finished. */
  push(delta: string): readonly MarkdownBlock[] {
    const [first = "", ...more] = delta.split("\n");
    const blocks: MarkdownBlock[] = [];
    this.#add(first);
    for (const next of more) {
      blocks.push(...this.#take(this.#line.join("").replace(/\r$/, "")));
      this.#line = [];
      this.#lineLength = 0;
      this.#add(next);
    }
    if (this.#lineLength > MOST.characters) blocks.push(...this.#cutLine());
    return blocks;
  }

  /** What is left, and a new beginning. */
  end(): readonly MarkdownBlock[] {
    const line = this.#line.join("");
    const blocks = line === "" ? [] : [...this.#take(line)];
    blocks.push(...this.#flush());
    this.#line = [];
    this.#lineLength = 0;
    this.#fence = undefined;
    this.#joins = false;
    return blocks;
  }

  #add(text: string): void {
    if (text !== "") this.#line.push(text);
    this.#lineLength += text.length;
  }

  /** A line without an end is drawn in pieces, too. */
  #cutLine(): readonly MarkdownBlock[] {
    const line = this.#line.join("");
    this.#line = [];
    this.#lineLength = 0;
    this.#hold(line);
    const blocks = this.#flush();
    this.#joins = true;
    return blocks;
  }

  #take(line: string): readonly MarkdownBlock[] {
    if (this.#fence !== undefined) return this.#takeCode(line, this.#fence);
    if (this.#inner !== undefined) return this.#takeInner(line, this.#inner);
    const fence = FENCE.exec(line);
    if (fence !== null) return this.#open(line, fence);
    if (line.trim() === "") return this.#takeBlank();
    if (HEADING.test(line)) return [...this.#flush(), ...this.#whole(line)];
    return this.#takeProse(line, ITEM.test(line));
  }

  #takeProse(line: string, isItem: boolean): readonly MarkdownBlock[] {
    const wasList = this.#isList;
    const isOver = wasList && !isItem && !/^\s{2,}\S/.test(line) && this.#lines.at(-1) === "";
    const isFull = this.#isFull() && (isItem || !wasList);
    const blocks = isOver || (isItem && !wasList) || isFull ? this.#flush() : [];
    this.#joins ||= isFull && blocks.length > 0;
    this.#isList = isItem || (wasList && !isOver);
    this.#hold(line);
    return blocks;
  }

  #takeCode(line: string, fence: Fence): readonly MarkdownBlock[] {
    if (closes(line, fence.mark)) {
      const blocks = this.#flush();
      this.#fence = undefined;
      this.#joins = false;
      return blocks;
    }
    const blocks = this.#isFull() ? this.#flush() : [];
    if (blocks.length > 0) this.#joins = true;
    this.#hold(line);
    return blocks;
  }

  #takeInner(line: string, mark: string): readonly MarkdownBlock[] {
    this.#hold(line);
    if (closes(line, mark)) this.#inner = undefined;
    if (!this.#isFull()) return [];
    this.#inner = undefined;
    const blocks = this.#flush();
    this.#joins = true;
    return blocks;
  }

  #open(line: string, [, indent = "", mark = "", language = ""]: RegExpExecArray): readonly MarkdownBlock[] {
    if (this.#isList && indent.length >= 2) {
      this.#inner = mark;
      this.#hold(line);
      return [];
    }
    const blocks = this.#flush();
    this.#fence = { mark, language };
    return blocks;
  }

  /** Ends a paragraph; a list may go on after it. */
  #takeBlank(): readonly MarkdownBlock[] {
    if (!this.#isList) return this.#flush();
    if (this.#lines.at(-1) !== "") this.#hold("");
    return [];
  }

  #whole(line: string): readonly MarkdownBlock[] {
    this.#hold(line);
    return this.#flush();
  }

  #hold(line: string): void {
    this.#lines.push(line);
    this.#length += line.length + 1;
  }

  #isFull(): boolean {
    return this.#lines.length >= MOST.lines || this.#length >= MOST.characters;
  }

  #flush(): readonly MarkdownBlock[] {
    const lines = this.#fence === undefined ? this.#lines.join("\n").replace(/^\n+|\s+$/g, "") : this.#lines.join("\n");
    const isEmpty = this.#lines.length === 0 || (this.#fence === undefined && lines.trim() === "");
    const blocks = isEmpty ? [] : [this.#block(lines)];
    this.#lines = [];
    this.#length = 0;
    this.#isList = false;
    this.#joins = false;
    return blocks;
  }

  #block(text: string): MarkdownBlock {
    const joins = this.#joins;
    if (this.#fence !== undefined) return { kind: "code", language: this.#fence.language, text, joins };
    return { kind: "prose", text, joins };
  }
}

function closes(line: string, mark: string): boolean {
  const text = line.trim();
  return text.length >= mark.length && text === (mark[0] ?? "").repeat(text.length);
}
