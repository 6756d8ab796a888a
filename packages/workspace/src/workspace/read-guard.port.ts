import type { DependencyKey } from "@toolwright/core";

/** Says which files may be shown to the agent, for tools that come across files that no call has named. */
export interface ReadGuard {
  /** Absolute real path. */
  mayRead(path: string): boolean | Promise<boolean>;
}

/** Who is asked. Without an override everything in the workspace may be read. */
export const READ_GUARD: DependencyKey<ReadGuard> = {
  id: "toolwright.read-guard",
  scope: "run",
  create: () => ({ mayRead: () => true }),
};
