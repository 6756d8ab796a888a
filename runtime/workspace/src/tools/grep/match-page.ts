import { printablePath } from "@toolwright/core/internal";
import type { FoundLine, SearchSink } from "../../search/search-engine.port.ts";

/** Which of the matches are shown. */
export interface MatchPageOptions {
  /** The first match that is shown, counted from 1. */
  readonly first: number;
  readonly limit: number;
  /** Lines around each match, as the search gives them. */
  readonly context: number;
  /** Whether a file's lines may be shown. */
  mayShow(path: string): boolean | Promise<boolean>;
  /** Called with each line when it is found. */
  emit(text: string): void;
}

/** Matches beyond this are not counted. */
const MAX_COUNTED = 10_000;

/** 50 KiB, less what notes and footers need. */
const MAX_BYTES = 50 * 1024 - 1024;
const MAX_LINES = 2_000 - 10;

interface FileLines {
  readonly path: string;
  readonly lines: FoundLine[];
  /** Not shown yet: lines that may turn out to stand before a match. */
  before: FoundLine[];
  until: number;
  matches: number;
  shown: number;
}

/** One page of matching lines, taken from a search as it goes on, in memory that depends on the page only. */
export class MatchPage implements SearchSink {
  readonly #options: MatchPageOptions;
  readonly #files: FileLines[] = [];
  #current: FileLines | undefined;
  #room = { bytes: MAX_BYTES, lines: MAX_LINES };
  #isFull = false;
  /** Matching lines, up to `MAX_COUNTED` and the end of that file. */
  total = 0;
  files = 0;
  shown = 0;
  readonly binary: string[] = [];

  constructor(options: MatchPageOptions) {
    this.#options = options;
  }

  async file(path: string): Promise<boolean> {
    const mayShow = await this.#options.mayShow(path);
    this.#current = mayShow ? { path, lines: [], before: [], until: 0, matches: 0, shown: 0 } : undefined;
    return mayShow;
  }

  line(line: FoundLine): void {
    const file = this.#current;
    if (file === undefined) return;
    if (line.isMatch) {
      file.matches += 1;
      const isWanted = this.total + file.matches >= this.#options.first;
      if (isWanted && this.shown + file.shown < this.#options.limit && this.#takeMatch(file, line)) return;
    }
    if (line.number <= file.until && this.#hasRoom([line])) this.#take(file, line);
    else this.#remember(file, line);
  }

  end({ binary }: { readonly binary: boolean }): boolean {
    const file = this.#current;
    this.#current = undefined;
    if (file === undefined) return true;
    if (binary) this.binary.push(printablePath(file.path));
    else this.#commit(file);
    return this.total < MAX_COUNTED;
  }

  /** The lines by file, as they are shown. */
  text(): string {
    return this.#files.map(fileText).join("\n\n");
  }

  #commit(file: FileLines): void {
    this.total += file.matches;
    this.files += 1;
    this.shown += file.shown;
    if (file.lines.length > 0) this.#files.push(file);
  }

  /** False when there is no room left for it. The first one always has room. */
  #takeMatch(file: FileLines, line: FoundLine): boolean {
    const lines = [...file.before, line];
    const isFirst = this.shown + file.shown === 0;
    if (this.#isFull || (!isFirst && !this.#hasRoom(lines))) {
      this.#isFull = true;
      return false;
    }
    for (const one of lines) this.#take(file, one);
    file.before = [];
    file.shown += 1;
    file.until = line.number + this.#options.context;
    return true;
  }

  #hasRoom(lines: readonly FoundLine[]): boolean {
    const bytes = lines.reduce((sum, line) => sum + sizeOf(line), 0);
    return bytes <= this.#room.bytes && lines.length + 2 <= this.#room.lines;
  }

  #take(file: FileLines, line: FoundLine): void {
    if (file.lines.length === 0) {
      this.#room.bytes -= Buffer.byteLength(file.path) + 2;
      this.#room.lines -= 2;
      this.#options.emit(`${printablePath(file.path)}\n`);
    }
    const last = file.lines.at(-1);
    this.#room.lines -= last !== undefined && line.number > last.number + 1 ? 2 : 1;
    this.#room.bytes -= sizeOf(line);
    file.lines.push(line);
    this.#options.emit(`${lineText(line)}\n`);
  }

  #remember(file: FileLines, line: FoundLine): void {
    file.before.push(line);
    if (file.before.length > this.#options.context) file.before.shift();
  }
}

/** With room for a group's `--`. */
function sizeOf(line: FoundLine): number {
  return Buffer.byteLength(line.text) + String(line.number).length + 5;
}

function fileText({ path, lines }: FileLines): string {
  const shown = [printablePath(path)];
  for (const [index, line] of lines.entries()) {
    const last = lines[index - 1];
    if (last !== undefined && line.number > last.number + 1) shown.push("--");
    shown.push(lineText(line));
  }
  return shown.join("\n");
}

function lineText({ number, text, isMatch }: FoundLine): string {
  return `${number}${isMatch ? ":" : "-"}${text}`;
}

interface MatchFooter {
  readonly page: Pick<MatchPage, "shown" | "total" | "files">;
  /** The first match that was to be shown, counted from 1. */
  readonly first: number;
  readonly timedOut: boolean;
}

/** What is said when not all matches are shown, with how to see the next ones. */
export function matchFooter({ page, first, timedOut }: MatchFooter): readonly string[] {
  const isCapped = timedOut || page.total >= MAX_COUNTED;
  const total = Math.min(page.total, MAX_COUNTED) + (isCapped ? "+" : "");
  const of = `${total} matches in ${page.files}${isCapped ? "+" : ""} ${page.files === 1 && !isCapped ? "file" : "files"}`;
  return footer({ shown: page.shown, total: page.total, first, isCapped }, of);
}

/** How much of a list is shown. */
interface ListFooter {
  readonly shown: number;
  readonly total: number;
  /** What the list begins with, counted from 1. */
  readonly first: number;
  /** There may be more than were counted. */
  readonly isCapped: boolean;
}

/** The same for files. */
export function countFooter(list: ListFooter): readonly string[] {
  return footer(list, `${list.total}${list.isCapped ? "+" : ""} files`);
}

function footer({ shown, total, first, isCapped }: ListFooter, of: string): readonly string[] {
  if (shown === 0) return [`[offset ${first} is past the end: ${of}]`];
  const last = first + shown - 1;
  const isLast = last >= total && !isCapped;
  if (isLast && first === 1) return [];
  const range = first === 1 ? `${shown}` : `${first}-${last}`;
  if (isLast) return [`[${range} of ${of}]`];
  return [`[${range} of ${of}; next: offset=${last + 1}, or narrow with path/glob]`];
}
