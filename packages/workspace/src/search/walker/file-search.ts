import { join } from "node:path";
import type { CompiledPattern } from "../../regexp/compile-pattern.ts";
import { FileError } from "../../workspace/file-error.ts";
import { endsWithCarriageReturn } from "../own-line-end.ts";
import type { FoundLine, LineSearch, SearchScope } from "../search-engine.port.ts";
import { decoderFor } from "./decode-text.ts";
import { searchLines } from "./search-lines.ts";
import { searchText } from "./search-text.ts";

/** What every file of a search is searched with. */
export interface WalkerSearch {
  readonly scope: SearchScope;
  readonly lines: LineSearch;
  readonly pattern: CompiledPattern;
  expired(): boolean;
}

/** A larger file is not searched for matches over several lines, for that needs it in memory. In bytes. */
const MAX_TEXT_BYTES = 32 * 1024 * 1024;

/** A NUL up to here makes a file binary when it is searched whole, as in ripgrep. In bytes. */
const BINARY_BYTES = 64 * 1024;

/** The search of one file. */
export class FileSearch {
  /** Relative to the root. */
  readonly path: string;
  /** Known after the last line: a NUL was seen. */
  binary = false;
  readonly #search: WalkerSearch;

  constructor(search: WalkerSearch, path: string) {
    this.#search = search;
    this.path = path;
  }

  /** The found lines, piece by piece. Fails when the file cannot be read. */
  async *found(): AsyncGenerator<readonly FoundLine[]> {
    if (this.#search.lines.multiline) yield await this.#inText();
    else this.binary = yield* this.#inLines();
  }

  #inLines(): AsyncGenerator<readonly FoundLine[], boolean> {
    const { scope, lines, pattern } = this.#search;
    const { context } = lines;
    const pieces = scope.workspace.files.stream(this.#place());
    return searchLines(pieces, { pattern, context, crlf: endsWithCarriageReturn(lines), named: scope.isFile });
  }

  async #inText(): Promise<readonly FoundLine[]> {
    const { scope, lines, pattern, expired } = this.#search;
    const { files } = scope.workspace;
    if (((await files.stat(this.#place()))?.size ?? 0) > MAX_TEXT_BYTES) throw new FileError("IO");
    const bytes = await files.read(this.#place());
    const text = decoderFor(bytes).decode(bytes);
    if (text.slice(0, BINARY_BYTES).includes("\0") && !scope.isFile) return [];
    const found = searchText(text, { pattern, context: lines.context, expired });
    this.binary = found.some((line) => line.text.includes("\0"));
    return found;
  }

  #place(): string {
    return join(this.#search.scope.workspace.root, this.path);
  }
}
