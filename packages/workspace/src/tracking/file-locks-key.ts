import type { DependencyKey } from "@toolwright/core";
import { FileLocks } from "./file-locks.ts";

/** Shared by all agents and conversations of this process: a file is a file whoever writes it. */
export const SHARED_FILE_LOCKS = new FileLocks();

/** The locks that mutating tools take. */
export const FILE_LOCKS: DependencyKey<FileLocks> = {
  id: "toolwright.file-locks",
  scope: "run",
  create: () => SHARED_FILE_LOCKS,
};
