/** One file before and after a change. Real paths; `undefined` means there is no file. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Permission bits of a file that is created. Left out: the umask decides. An existing file keeps its own. */
  readonly mode?: number;
  /** The real path that this content had before. */
  readonly movedFrom?: string;
  /** All of the new content comes from the agent. */
  readonly whole?: true;
}
