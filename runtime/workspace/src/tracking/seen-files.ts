import type { DependencyKey } from "@toolwright/core";
import { type Step, sharedOutsideRuns } from "@toolwright/core/internal";
import type { FileStat, FilesPort } from "../workspace/files.port.ts";
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
  /** The step in which a refusal has shown it: the agent reads that when the step is over. */
  readonly shownIn: Step | undefined;
}

/** What an agent knows of a file that is about to be changed. */
export type Freshness =
  | { readonly kind: "fresh"; readonly complete: boolean }
  | { readonly kind: "unseen" }
  /** A refusal has shown it that had not reached the agent when this step began. */
  | { readonly kind: "shown_now" }
  | { readonly kind: "stale"; readonly lines: DifferingLines | undefined };

/** A file as it is now. */
export interface CurrentFile {
  readonly bytes: Uint8Array;
  readonly stat: FileStat;
}

/**
 * The files that one agent has seen, by real path. Whether a file is fresh is decided by its content, never by a clock.
 */
export class SeenFiles {
  readonly #files = new Map<string, SeenFile>();
  /** By path: the content that a change was told of. */
  readonly #told = new Map<string, string>();

  /**
   * Remembers a file that was shown to the agent, or written by it. `complete` is false when only a part was shown.
   * `shownIn`: the step whose calls do not know it yet, because its own refusal shows the file.
   */
  record(path: string, { bytes, stat }: CurrentFile, complete: boolean, shownIn?: Step): void {
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
      shownIn,
    });
    const [oldest] = this.#files.keys();
    if (this.#files.size > MAX_FILES && oldest !== undefined) this.forget(oldest);
  }

  /** Whether the agent has seen the content that the file has now, when it made the calls of this step. */
  check(path: string, { bytes }: Pick<CurrentFile, "bytes">, step?: Step): Freshness {
    const seen = this.#files.get(path);
    if (seen === undefined) return { kind: "unseen" };
    if (step !== undefined && !isToldBefore(step, seen.shownIn)) return { kind: "shown_now" };
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

/** Whether the results of one step were told when another began. */
function isToldBefore({ began }: Step, shownIn: Step | undefined): boolean {
  return shownIn === undefined || (shownIn.ended ?? Number.POSITIVE_INFINITY) < began;
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
 * over many runs overrides it with one that lives as long. Calls that belong to no run share one: a file that one of
 * them has shown is known to the next.
 */
export const SEEN_FILES: DependencyKey<SeenFiles> = sharedOutsideRuns({
  id: "toolwright.seen-files",
  scope: "run",
  create: () => new SeenFiles(),
});

/** Files with more lines have no prints, so that a record stays small (lines). */
const MAX_LINES = 200_000;

/** A number for each line of a file, different for different lines in all but one of four thousand million cases. */
type LinePrints = Uint32Array;

/** The lines that differ between a file as it was and as it is: 1-based, in the file as it is. */
export interface DifferingLines {
  readonly first: number;
  /** Before `first` when lines were only taken away. */
  readonly last: number;
}

/** Takes the prints of a file's lines; undefined when there are too many. */
export function linePrints(bytes: Uint8Array): LinePrints | undefined {
  const prints: number[] = [];
  let print = FNV_OFFSET;
  // Counted, and in signed numbers: an iterator and a sign for each byte take ten times as long.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    print = Math.imul(print ^ byte, FNV_PRIME);
    if (byte !== LINE_FEED) continue;
    if (prints.length >= MAX_LINES) return undefined;
    prints.push(print);
    print = FNV_OFFSET;
  }
  if (bytes.length > 0 && bytes.at(-1) !== LINE_FEED) prints.push(print);
  return Uint32Array.from(prints);
}

/** Where two versions of a file differ; undefined when they do not. */
export function differingLines(before: LinePrints, after: LinePrints): DifferingLines | undefined {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  if (head === before.length && head === after.length) return undefined;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { first: head + 1, last: after.length - tail };
}

// The FNV-1a hash, 32 bits (RFC 9923).
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const LINE_FEED = 0x0a;
