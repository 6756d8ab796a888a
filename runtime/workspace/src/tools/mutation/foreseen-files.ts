import type { Foreseen } from "@toolwright/core/internal";
import type { CurrentFile, Freshness, SeenFiles } from "../../tracking/seen-files.ts";
import type { FileChange } from "../../transaction/file-change.ts";
import { isBytes } from "../../transaction/file-content.ts";
import type { FileStat } from "../../workspace/files.port.ts";

/** What tools that change files ask of those that were seen. */
export type KnownFiles = Pick<SeenFiles, "check" | "record" | "knowsAll">;

/** A file as the calls before would leave it. */
interface LeftFile {
  readonly content: Uint8Array | undefined;
  readonly mode: number;
  /** As {@link SeenFiles.knowsAll} would say. */
  readonly knowsAll: boolean | undefined;
}

const FILES = "toolwright.files";

/** Permission bits where nobody has said any. */
const USUAL_MODE = 0o644;

/** The files of a workspace as the calls of a step that are previewed would leave them, by real path. */
export class ForeseenFiles {
  readonly #files = new Map<string, LeftFile>();

  /** Those of the step that a preview belongs to. */
  static of({ left }: Foreseen): ForeseenFiles {
    const known = left.get(FILES);
    if (known instanceof ForeseenFiles) return known;
    const made = new ForeseenFiles();
    left.set(FILES, made);
    return made;
  }

  /** Undefined: as it is on disk. */
  get(path: string): LeftFile | undefined {
    return this.#files.get(path);
  }

  /** The file as it would be described; undefined where none would be there. */
  stat(path: string): FileStat | undefined {
    const file = this.#files.get(path);
    if (file?.content === undefined) return undefined;
    const none = { mtimeNs: 0n, dev: 0n, ino: 0n, links: 1, uid: 0, gid: 0 };
    return { kind: "file", size: file.content.length, mode: file.mode, ...none };
  }

  /** Notes what a call would do. An agent has seen what it wrote, as far as it had seen what it changed. */
  change({ path, before, after, whole, movedFrom, mode = USUAL_MODE }: FileChange, seen: KnownFiles): void {
    const isNew = !isBytes(before) || before.length === 0;
    const known =
      movedFrom === undefined ? isNew || whole === true || seen.knowsAll(path) === true : seen.knowsAll(movedFrom);
    this.#files.set(path, { content: isBytes(after) ? after : undefined, mode, knowsAll: known });
  }

  /** What the agent would have seen by then. A refusal that is told shows files; nothing else is remembered. */
  seenBy(seen: SeenFiles, { isTurn }: Pick<Foreseen, "isTurn">): KnownFiles {
    return {
      check: (path, current, step): Freshness => {
        const left = this.#files.get(path);
        if (left === undefined) return seen.check(path, current, step);
        return left.knowsAll === undefined ? { kind: "unseen" } : { kind: "fresh", complete: left.knowsAll };
      },
      knowsAll: (path) => (this.#files.has(path) ? this.#files.get(path)?.knowsAll : seen.knowsAll(path)),
      record: (path: string, current: CurrentFile, ...rest) => {
        if (isTurn && !this.#files.has(path)) seen.record(path, current, ...rest);
      },
    };
  }
}
