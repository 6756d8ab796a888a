import type { ShownLine } from "./lines-view.tsx";

/** Lines of one file, as a tool printed them. */
export interface CodeBlock {
  /** Empty where the text names no file. */
  readonly path: string;
  readonly lines: readonly ShownLine[];
}

interface OpenBlock {
  readonly path: string;
  readonly lines: ShownLine[];
}

const HEAD = /^=== (.+) ===$/;
const NUMBERED = /^ *(-?\d{1,9})\t/;

/**
 * The files in an answer of `read` or `tool_output_cache`: a head for each, lines with a number and a tab, and notes.
 */
export function readBlocks(text: string): readonly CodeBlock[] {
  const blocks: OpenBlock[] = [];
  for (const line of text.split("\n")) {
    const [, path] = HEAD.exec(line) ?? [];
    if (path !== undefined) blocks.push({ path, lines: [] });
    else last(blocks).lines.push(...numberedLine(line));
  }
  return blocks;
}

function numberedLine(line: string): readonly ShownLine[] {
  const [head = "", number] = NUMBERED.exec(line) ?? [];
  if (number !== undefined) return [{ kind: "context", text: line.slice(head.length), numbers: [Number(number)] }];
  if (line === "") return [];
  return [{ kind: "note", text: line, numbers: [undefined] }];
}

const FOUND = /^(\d{1,9})([:-])/;

/**
 * The files in an answer of `grep`: a line with the path, then lines with a number and `:`, or `-` for those around a
 * match.
 */
export function grepBlocks(text: string): readonly CodeBlock[] {
  const blocks: OpenBlock[] = [];
  for (const line of text.split("\n")) {
    const [head = "", number, sign] = FOUND.exec(line) ?? [];
    if (number !== undefined) {
      const kind = sign === ":" ? "match" : "context";
      last(blocks).lines.push({ kind, text: line.slice(head.length), numbers: [Number(number)] });
    } else if (line === "--") last(blocks).lines.push({ kind: "gap", text: "", numbers: [undefined] });
    else if (line.startsWith("[")) last(blocks).lines.push({ kind: "note", text: line, numbers: [undefined] });
    else if (line !== "") blocks.push({ path: line, lines: [] });
  }
  return blocks;
}

function last(blocks: OpenBlock[]): OpenBlock {
  const known = blocks.at(-1);
  if (known !== undefined) return known;
  const block = { path: "", lines: [] };
  blocks.push(block);
  return block;
}
