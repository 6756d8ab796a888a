import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { GuardedPath } from "../sandbox.port.ts";

/** What takes the place of a hidden path; without `by` an empty folder that cannot be listed. */
export interface Hidden {
  readonly path: string;
  readonly by?: string;
}

/** Fewer are hidden one by one: a folder with a stand-in cannot be written. */
const FEWEST = 32;

/**
 * What takes the places of hidden files. Each mount costs as much as there are mounts before it, so a folder that holds
 * many of them and nothing else is replaced as a whole: by one of the same names, none of which can be opened.
 */
export class StandIns {
  readonly #folder: string;
  readonly #root: string;
  readonly #locked: string;
  readonly #made = new Map<string, MadeFolder>();
  #count = 0;

  /** Where they are kept, and the workspace, which is never replaced. `folder` holds the file that nobody may read. */
  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
    this.#locked = join(folder, "locked");
  }

  /** For all of these paths. */
  async of(absent: readonly GuardedPath[]): Promise<readonly Hidden[]> {
    const files = absent.filter(({ kind }) => kind === "file");
    const folders = new Map<string, string[]>();
    for (const { path } of files) {
      const names = folders.get(dirname(path));
      if (names === undefined) folders.set(dirname(path), [basename(path)]);
      else names.push(basename(path));
    }
    const full = [...folders].filter(([folder, names]) => folder !== this.#root && names.length >= FEWEST);
    const replaced = (await Promise.all(full.map(([folder, names]) => this.#replaced(folder, names)))).flat();
    const isReplaced = new Set(replaced.map(({ path }) => path));
    const alone = absent.filter(({ path }) => !isReplaced.has(dirname(path)));
    return [...alone.map(({ path, kind }) => (kind === "file" ? { path, by: this.#locked } : { path })), ...replaced];
  }

  async #replaced(folder: string, names: readonly string[]): Promise<readonly Hidden[]> {
    const here = await readdir(folder).catch(() => []);
    const hidden = new Set(names);
    if (!here.every((name) => hidden.has(name))) return [];
    const key = [...here].sort().join("\0");
    const known = this.#made.get(folder);
    if (known?.key === key) return [{ path: folder, by: await known.by }];
    const by = this.#filled(here);
    this.#made.set(folder, { key, by, before: known?.by });
    // A command that runs keeps the one that it was given.
    if (known?.before !== undefined) await rm(await known.before, { recursive: true, force: true });
    return [{ path: folder, by: await by }];
  }

  async #filled(names: readonly string[]): Promise<string> {
    const folder = join(this.#folder, `stand-in-${(this.#count += 1)}`);
    await mkdir(folder);
    await Promise.all(names.map((name) => writeFile(join(folder, name), "", { mode: 0 })));
    return folder;
  }
}

interface MadeFolder {
  readonly key: string;
  readonly by: Promise<string>;
  /** The one before, which a command that is about to start may have been given. */
  readonly before: Promise<string> | undefined;
}
