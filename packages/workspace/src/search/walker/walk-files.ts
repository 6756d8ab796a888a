import { join, relative } from "node:path";
import type { DirectoryEntry, FilesPort } from "../../workspace/files.port.ts";
import { isNeverSearched } from "../never-searched.ts";
import { isInRepository } from "../repository.ts";
import type { SearchScope } from "../search-engine.port.ts";
import { type IgnoreLevel, isIgnored, levelsAbove, namesOf, readLevel } from "./ignore-level.ts";

/** The accepted files of a scope, relative to the root, in the order of their paths. Links are not followed. */
export async function* walkFiles(scope: SearchScope, onUnreadable: () => void): AsyncGenerator<string> {
  const { workspace, path } = scope;
  if (scope.isFile) {
    yield relative(workspace.root, path);
    return;
  }
  const above = scope.ignored ? undefined : await levelsAbove(workspace.files, path);
  const inRepository = await isInRepository(workspace);
  yield* new Walk({ scope, onUnreadable, inRepository }).directory(path, above);
}

interface WalkOptions {
  readonly scope: SearchScope;
  readonly inRepository: boolean;
  onUnreadable(): void;
}

class Walk {
  readonly #options: WalkOptions;
  readonly #files: FilesPort;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#files = options.scope.workspace.files;
  }

  async *directory(path: string, above: IgnoreLevel | undefined): AsyncGenerator<string> {
    const entries = await this.#files.list(path).catch(() => undefined);
    if (entries === undefined) return this.#options.onUnreadable();
    const level = await this.#level(path, above, entries);
    for (const { name, kind } of inByteOrder(entries)) {
      const place = join(path, name);
      if (isNeverSearched(name) || this.#leavesOut(level, place, kind === "directory")) continue;
      if (kind === "directory") yield* this.directory(place, level);
      if (kind === "file" && this.#accepts(place)) yield relative(this.#options.scope.workspace.root, place);
    }
  }

  async #level(directory: string, above: IgnoreLevel | undefined, entries: readonly DirectoryEntry[]) {
    if (this.#options.scope.ignored) return undefined;
    return readLevel({ files: this.#files, directory, above, names: new Set(entries.map(({ name }) => name)) });
  }

  #leavesOut(level: IgnoreLevel | undefined, place: string, isDirectory: boolean): boolean {
    const { inRepository } = this.#options;
    return level !== undefined && isIgnored(level, { names: namesOf(place), isDirectory, inRepository });
  }

  #accepts(place: string): boolean {
    const { scope } = this.#options;
    return scope.accepts(relative(scope.workspace.root, place).split("/"));
  }
}

/** As ripgrep sorts: by the bytes of UTF-8, where a text of JavaScript goes by its units. */
function inByteOrder(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  if (!entries.some(({ name }) => /[\uD800-\uFFFF]/.test(name))) return entries;
  return entries.toSorted((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
}
