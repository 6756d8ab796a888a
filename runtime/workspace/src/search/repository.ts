import { dirname, join } from "node:path";
import type { Workspace } from "../workspace/workspace.port.ts";

/** Whether the workspace lies in a git repository. Where none is, its ignore files count all the same. */
export async function isInRepository({ root, files }: Workspace): Promise<boolean> {
  for (let at = root; ; at = dirname(at)) {
    if ((await files.stat(join(at, ".git"), { noFollow: true })) !== undefined) return true;
    if (at === dirname(at)) return false;
  }
}
