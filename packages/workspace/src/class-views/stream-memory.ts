import type { ActivityStream } from "@toolwright/core";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { SeenFiles } from "../tracking/seen-files.ts";
import type { Workspace } from "../workspace/workspace.port.ts";

/** What the class-style tools on one stream have in common: a stream is one conversation. */
export class StreamMemory {
  #seenFiles = new SeenFiles();
  readonly #folders = new Map<string, Promise<Workspace>>();

  /** What was read and written on the stream. */
  get seenFiles(): SeenFiles {
    return this.#seenFiles;
  }

  /** From here on nothing has been read. */
  clear(): void {
    this.#seenFiles = new SeenFiles();
  }

  /** The same workspace every time, for a folder that exists. */
  folder(root: string): Promise<Workspace> {
    const known = this.#folders.get(root);
    if (known !== undefined) return known;
    const opened = createLocalWorkspace({ root });
    this.#folders.set(root, opened);
    opened.catch(() => this.#folders.delete(root));
    return opened;
  }
}

const memories = new WeakMap<ActivityStream, StreamMemory>();

/** The memory of a stream, made when it is first asked for. */
export function memoryOf(stream: ActivityStream): StreamMemory {
  const known = memories.get(stream);
  if (known !== undefined) return known;
  const made = new StreamMemory();
  memories.set(stream, made);
  return made;
}
