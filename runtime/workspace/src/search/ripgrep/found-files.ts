import type { FoundLine, SearchScope, SearchSink } from "../search-engine.port.ts";

/** A search that finds more than so many lines is not kept until its end. */
export const MAX_KEPT_LINES = 4_000;

/** What a search found in one file. */
export interface FoundFile {
  readonly path: string;
  readonly lines: FoundLine[];
  binary: boolean;
}

/** Hands the files on in the order of their paths, as if ripgrep had just found them. */
export async function handOn(files: readonly FoundFile[], scope: SearchScope, sink: SearchSink): Promise<void> {
  for (const { path, lines, binary } of inOrder(files)) {
    if (!scope.accepts(path.split("/")) || !(await sink.file(path))) continue;
    for (const line of lines) sink.line(line);
    if (!sink.end({ binary })) return;
  }
}

/** Keeps what comes in any order, as the processors find it. A file whose end is not seen is left out. */
export class FoundFiles implements SearchSink {
  readonly files: FoundFile[] = [];
  #lines: FoundLine[] = [];
  #path = "";
  #count = 0;

  /** More was found than is kept. */
  get isTooMuch(): boolean {
    return this.#count > MAX_KEPT_LINES;
  }

  file(path: string): boolean {
    this.#path = path;
    this.#lines = [];
    return true;
  }

  line(line: FoundLine): void {
    this.#count += 1;
    if (!this.isTooMuch) this.#lines.push(line);
  }

  end({ binary }: { readonly binary: boolean }): boolean {
    this.files.push({ path: this.#path, lines: this.#lines, binary });
    return !this.isTooMuch;
  }
}

/** As ripgrep sorts: name by name from the root, by the bytes of UTF-8. No name holds a NUL, which comes before all. */
function inOrder(files: readonly FoundFile[]): readonly FoundFile[] {
  const keyed = files.map((file) => ({ file, key: Buffer.from(file.path.replaceAll("/", "\0")) }));
  keyed.sort((one, other) => Buffer.compare(one.key, other.key));
  return keyed.map(({ file }) => file);
}
