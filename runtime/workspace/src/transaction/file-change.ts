/** A symbolic link, as what stands at a path. */
export interface LinkContent {
  /** What it points to, as written in it. */
  readonly target: string;
}

/** A regular file that is too large to be held: it is told from others, and never kept. */
export interface LargeFile {
  /** Its size, its time and its place on the disk, as a hash stands for a content. */
  readonly mark: string;
}

/** What stands at a path and can be kept: the bytes of a regular file, or a symbolic link. */
export type FileContent = Uint8Array | LinkContent;

/** What stands at a path. */
export type StandingContent = FileContent | LargeFile;

/**
 * One path before and after a change. The directory it is in is a real one; `undefined` means that nothing is there.
 */
export interface FileChange {
  readonly path: string;
  readonly before: StandingContent | undefined;
  readonly after: FileContent | undefined;
  /**
   * Permission bits of the file afterwards. Left out: an existing file keeps its own, for a new one the umask decides.
   */
  readonly mode?: number;
  /** The real path that this content had before. */
  readonly movedFrom?: string;
  /** All of the new content comes from the agent. */
  readonly whole?: true;
}

/** Somebody else changed a file between the moment it was read and the moment it would be replaced. */
export class ChangedMeanwhileError extends Error {
  override readonly name = "ChangedMeanwhileError";
  readonly path: string;

  constructor(path: string) {
    super("changed while the change was prepared");
    this.path = path;
  }
}
