import type { DependencyKey } from "@toolwright/core";
import type { FileStat, FilesPort } from "../workspace/files.port.ts";
import { type DifferingLines, differingLines, type LinePrints, linePrints } from "./line-prints.ts";
import { sha256 } from "./sha256.ts";

/** More files are not remembered; the one seen longest ago is forgotten first. */
const MAX_FILES = 2000;

/** A file as it was when an agent saw it. */
export interface SeenFile {
  readonly sha256: string;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
  /** False when only a part of it was shown. */
  readonly complete: boolean;
  readonly prints: LinePrints | undefined;
}

/** What an agent knows of a file that is about to be changed. */
export type Freshness =
  | { readonly kind: "fresh"; readonly complete: boolean }
  | { readonly kind: "unseen" }
  | { readonly kind: "stale"; readonly lines: DifferingLines | undefined };

/** A file as it is now. */
export interface CurrentFile {
  readonly bytes: Uint8Array;
  readonly stat: FileStat;
}

/** The files that one agent has seen, by real path. Whether a file is fresh is decided by its content, never by a clock. */
export class SeenFiles {
  readonly #files = new Map<string, SeenFile>();
  /** By path: the content that a change was told of. */
  readonly #told = new Map<string, string>();

  /** Remembers a file that was shown to the agent, or written by it. `complete` is false when only a part was shown. */
  record(path: string, { bytes, stat }: CurrentFile, complete: boolean): void {
    const hash = sha256(bytes);
    const known = this.#files.get(path);
    this.#files.delete(path);
    this.#told.delete(path);
    this.#files.set(path, {
      sha256: hash,
      size: stat.size,
      mtimeNs: stat.mtimeNs,
      ino: stat.ino,
      complete: complete || (known?.sha256 === hash && known.complete),
      prints: linePrints(bytes),
    });
    const [oldest] = this.#files.keys();
    if (this.#files.size > MAX_FILES && oldest !== undefined) this.forget(oldest);
  }

  /** Whether the agent has seen the content that the file has now. */
  check(path: string, { bytes }: Pick<CurrentFile, "bytes">): Freshness {
    const seen = this.#files.get(path);
    if (seen === undefined) return { kind: "unseen" };
    if (seen.sha256 === sha256(bytes)) return { kind: "fresh", complete: seen.complete };
    const now = linePrints(bytes);
    const known = seen.prints !== undefined && now !== undefined;
    return { kind: "stale", lines: known ? differingLines(seen.prints, now) : undefined };
  }

  /** Whether the agent has seen all of the file, or only a part; undefined when it has seen nothing of it. */
  knowsAll(path: string): boolean | undefined {
    return this.#files.get(path)?.complete;
  }

  /** Forgets a file: it was removed, or moved away. */
  forget(path: string): void {
    this.#files.delete(path);
    this.#told.delete(path);
  }

  /** The seen files whose content is another one by now, or which are gone; each change is told once. */
  async changedOnDisk(files: FilesPort): Promise<string[]> {
    const changed: string[] = [];
    for (const [path, seen] of this.#files) {
      const now = await currentHash(files, path, seen);
      if (now === seen.sha256) this.#told.delete(path);
      else if (this.#told.get(path) !== now) {
        this.#told.set(path, now);
        changed.push(path);
      }
    }
    return changed;
  }
}

/** The hash of the file now, without reading it when its size, time and identity are those that were seen. */
async function currentHash(files: FilesPort, path: string, seen: SeenFile): Promise<string> {
  const stat = await files.stat(path);
  if (stat?.kind !== "file") return "gone";
  if (stat.size === seen.size && stat.mtimeNs === seen.mtimeNs && stat.ino === seen.ino) return seen.sha256;
  return files.read(path).then(sha256, () => "unreadable");
}

/**
 * What the agent has seen. Made anew for each run, so a sub-agent starts with nothing; a host that keeps a conversation
 * over many runs overrides it with one that lives as long.
 */
export const SEEN_FILES: DependencyKey<SeenFiles> = {
  id: "toolwright.seen-files",
  scope: "run",
  create: () => new SeenFiles(),
};
