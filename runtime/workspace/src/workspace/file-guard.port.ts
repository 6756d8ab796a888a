import type { DependencyKey } from "@toolwright/core";
import type { ResolvedPath } from "./resolve-path.ts";

/** What is done with a file. */
export type FileAccess = "read" | "edit";

/** Says which files may be shown and changed, at the moment when they are opened. */
export interface FileGuard {
  /** Whether a file that no call has named may be shown: what a search comes across. Absolute real path. */
  mayRead(path: string): boolean | Promise<boolean>;
  /**
   * Whether reading it is denied, whoever approves. Absolute real path. Quick: it is asked of every file of a
   * workspace. One function says the same of a path each time. Left out: no file is denied.
   */
  readonly denies?: (path: string) => boolean;
  /**
   * Why a file that a call has named is not opened all the same, for where its path leads may have changed since the
   * call was judged. Undefined: nothing speaks against it. Left out: nothing ever does.
   */
  refuses?(
    access: FileAccess,
    path: Pick<ResolvedPath, "real" | "lexical">,
  ): string | undefined | Promise<string | undefined>;
}

/**
 * Who is asked. The policy of a runner brings its own; without one everything in the workspace may be read and changed.
 */
export const FILE_GUARD: DependencyKey<FileGuard> = {
  id: "toolwright.file-guard",
  scope: "run",
  create: () => ({ mayRead: () => true }),
};
