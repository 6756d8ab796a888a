import { printablePath } from "@toolwright/core/internal";
import type { FoundLine, SearchSink } from "../../search/search-engine.port.ts";

/** A file and how many of its lines match. */
export interface FileCount {
  readonly path: string;
  readonly matches: number;
}

/** More files than this are not looked for. */
export const MAX_FILES = 10_000;

/** Counts the matching lines of each file. */
export class FileCounts implements SearchSink {
  readonly #mayShow: (path: string) => boolean | Promise<boolean>;
  readonly counts: FileCount[] = [];
  readonly binary: string[] = [];
  #path: string | undefined;
  #matches = 0;

  constructor(mayShow: (path: string) => boolean | Promise<boolean>) {
    this.#mayShow = mayShow;
  }

  async file(path: string): Promise<boolean> {
    const mayShow = await this.#mayShow(path);
    this.#path = mayShow ? path : undefined;
    this.#matches = 0;
    return mayShow;
  }

  line(line: FoundLine): void {
    if (line.isMatch) this.#matches += 1;
  }

  end({ binary }: { readonly binary: boolean }): boolean {
    const path = this.#path;
    this.#path = undefined;
    if (path === undefined) return true;
    if (binary) this.binary.push(printablePath(path));
    else this.counts.push({ path, matches: this.#matches });
    return this.counts.length < MAX_FILES;
  }
}
