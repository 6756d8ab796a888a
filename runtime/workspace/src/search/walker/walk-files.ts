import { dirname, join, relative } from "node:path";
import { type IgnoreRules, judgeByRules, parseIgnoreRules } from "../../glob/ignore-rules.ts";
import type { DirectoryEntry, FilesPort } from "../../workspace/files.port.ts";
import { isNeverSearched } from "../never-searched.ts";
import { isInRepository } from "../repository.ts";
import type { SearchScope } from "../search-engine.port.ts";

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

/** The ignore files of one directory, and behind it those of the directories above. */
interface IgnoreLevel {
  /** How many names its path has. */
  readonly depth: number;
  /** The rules of each of the `IGNORE_FILES`. */
  readonly rules: readonly (IgnoreRules | undefined)[];
  /** A repository begins here: a `.gitignore` above says nothing of what is inside. */
  readonly isRepository: boolean;
  readonly above: IgnoreLevel | undefined;
}

/** In order of weight, as ripgrep has it. */
const IGNORE_FILES: readonly string[] = [".rgignore", ".ignore", ".gitignore"];

const GIT_IGNORE = IGNORE_FILES.indexOf(".gitignore");

/** More of an ignore file is not read. In bytes. */
const MAX_BYTES = 1024 * 1024;

/** Where a level is made. */
interface LevelPlace {
  readonly files: FilesPort;
  /** Absolute. */
  readonly directory: string;
  readonly above: IgnoreLevel | undefined;
  /** Names in the directory; undefined when they are not known. */
  readonly names?: ReadonlySet<string>;
}

/** Reads the ignore files of a directory. */
async function readLevel({ files, directory, above, names }: LevelPlace): Promise<IgnoreLevel> {
  const has = (name: string) => names === undefined || names.has(name);
  const read = (name: string) => (has(name) ? rulesIn(files, join(directory, name)) : undefined);
  const isRepository = has(".git") && (await files.stat(join(directory, ".git"), { noFollow: true })) !== undefined;
  return { depth: namesOf(directory).length, rules: await Promise.all(IGNORE_FILES.map(read)), isRepository, above };
}

/** The levels of all directories above one. */
async function levelsAbove(files: FilesPort, directory: string): Promise<IgnoreLevel | undefined> {
  const parent = dirname(directory);
  if (parent === directory) return undefined;
  return readLevel({ files, directory: parent, above: await levelsAbove(files, parent) });
}

/** The names of an absolute path. */
function namesOf(path: string): readonly string[] {
  return path.split("/").filter((name) => name !== "");
}

/** A path, by all its names, and how it is judged. */
interface IgnoreCandidate {
  readonly names: readonly string[];
  readonly isDirectory: boolean;
  /** Whether repositories end the reach of a `.gitignore`. */
  readonly inRepository: boolean;
}

/** Whether a path is ignored: the weightiest kind of file that says something, and in it the nearest directory. */
function isIgnored(level: IgnoreLevel, candidate: IgnoreCandidate): boolean {
  for (const kind of IGNORE_FILES.keys()) {
    const verdict = judgeKind(kind, level, candidate);
    if (verdict !== undefined) return verdict === "ignored";
  }
  return false;
}

function judgeKind(kind: number, level: IgnoreLevel, { names, isDirectory, inRepository }: IgnoreCandidate) {
  for (let at: IgnoreLevel | undefined = level; at !== undefined; at = at.above) {
    const rules = at.rules[kind];
    const verdict = rules && judgeByRules(rules, names.slice(at.depth), isDirectory);
    if (verdict !== undefined) return verdict;
    if (kind === GIT_IGNORE && inRepository && at.isRepository) return undefined;
  }
  return undefined;
}

async function rulesIn(files: FilesPort, path: string): Promise<IgnoreRules | undefined> {
  const bytes = await files.read(path, { offset: 0, length: MAX_BYTES }).catch(() => undefined);
  const rules = bytes && parseIgnoreRules(new TextDecoder().decode(bytes));
  return rules?.length === 0 ? undefined : rules;
}
