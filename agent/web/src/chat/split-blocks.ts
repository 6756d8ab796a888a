import { foldsOf } from "./folds-of.ts";
import { DEFINITION, markdownParser } from "./markdown-parser.ts";

/**
 * Characters up to which a text with definitions is kept whole, footnotes too: it is parsed again with every piece that
 * arrives.
 */
const WHOLE = 20_000;
const BLANK_BEFORE = /\n[ \t]*\n$/;
const INDENTED = /^[ \t]*(?: {4}|\t)/;
/** Characters in which a blank line is looked for. */
const LOOK_BACK = 200;

/**
 * The blocks of a Markdown text: paragraphs, lists, fences, tables, and `<details>` with what it folds. Joined they are
 * the text, and rendered one by one they look as they do together. `previous` are the blocks of the same text when it
 * was shorter: only its end is parsed then.
 */
export function splitBlocks(text: string, previous: readonly string[] = []): readonly string[] {
  if (text.length <= WHOLE && DEFINITION.test(text)) return [text];
  const kept = unchanged(text, previous);
  const rest = text.slice(lengthOf(kept));
  return [...kept, ...parsed(rest)];
}

/** Characters of the last two blocks up to which they are parsed again with every piece that arrives. */
const SHORT = 2_000;
/** How much longer they have to be to be parsed again beyond that. */
const LONGER = 1.1;
/** Characters of a block that say whether it is an item of the list before it. */
const TELLING = 20;

/**
 * The blocks of a text that grows. What is written to a long block, such as a table or a list, stays part of it until
 * there is more to parse: all pieces of a text together take as long as a few parses of it.
 */
export class GrowingBlocks {
  #text = "";
  #blocks: readonly string[] = [];
  /** Characters of the last two blocks when they were parsed. */
  #open = 0;

  of(text: string): readonly string[] {
    const more = text.startsWith(this.#text) ? text.slice(this.#text.length) : undefined;
    const last = this.#blocks.at(-1) ?? "";
    const open = lengthOf(this.#blocks.slice(-2)) + (more?.length ?? 0);
    const isSame = more !== undefined && last.length > TELLING && open > SHORT && open < LONGER * this.#open;
    this.#text = text;
    if (isSame) this.#blocks = [...this.#blocks.slice(0, -1), ownCopy(last + more)];
    else {
      this.#blocks = splitBlocks(text, this.#blocks);
      this.#open = lengthOf(this.#blocks.slice(-2));
    }
    return this.#blocks;
  }
}

function lengthOf(blocks: readonly string[]): number {
  return blocks.reduce((length, block) => length + block.length, 0);
}

/** The last line of a text may yet join the block before it, as `2` does with a list when it becomes `2.`. */
function unchanged(text: string, previous: readonly string[]): readonly string[] {
  const kept = previous.slice(0, -2);
  return text.startsWith(kept.join("")) ? kept : [];
}

function parsed(text: string): readonly string[] {
  const nodes = markdownParser.parse(text).children;
  const starts = nodes.map(({ position }) => lineStart(text, position?.start.offset ?? 0));
  const folds = foldsOf(nodes, text.length).filter(({ from, to }) => to - from <= WHOLE);
  const isFolded = (start: number) => folds.some(({ from, to }) => from < start && start < to);
  const cuts = [
    0,
    ...starts.filter((start, index) => index > 0 && !isFolded(start) && mayCut(text, starts[index - 1] ?? 0, start)),
  ];
  return text === "" ? [] : cuts.map((start, index) => ownCopy(text.slice(start, cuts[index + 1])));
}

/**
 * An engine keeps the whole text that a slice is cut from. A text that grows is another one with every piece, and each
 * block would keep the one in which it was found: an answer of 100 kB held megabytes.
 */
function ownCopy(slice: string): string {
  return ` ${slice}`.slice(1);
}

/**
 * Indented code, and what follows anything without a blank line, may be read differently than at the beginning of a
 * text.
 */
function mayCut(text: string, before: number, start: number): boolean {
  const isBlankBefore = BLANK_BEFORE.test(text.slice(Math.max(before, start - LOOK_BACK), start));
  return isBlankBefore && !isIndented(text, before) && !isIndented(text, start);
}

function isIndented(text: string, start: number): boolean {
  return INDENTED.test(text.slice(start, start + LOOK_BACK));
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
