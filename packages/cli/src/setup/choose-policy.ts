import { askForWrites, type Policy } from "@toolwright/core";
import type { ReadGuard, Workspace } from "@toolwright/workspace";
import { loadPolicy } from "./load-policy.ts";
import { rulesOf } from "./rules-of.ts";

/** Who decides whether a call may run, and which files a search leaves out. */
export interface ChosenPolicy {
  readonly policy: Policy;
  readonly readGuard?: ReadGuard;
}

/** The rules of `--policy`, or, without one, that everything but reads asks. */
export async function choosePolicy(file: string | undefined, { root, home }: Workspace): Promise<ChosenPolicy> {
  if (file === undefined) return { policy: askForWrites };
  const { nodeRealPaths, permissionGuard } = await import("@toolwright/workspace");
  const permissions = await rulesOf(await loadPolicy(file), { root, home, realPaths: nodeRealPaths() });
  return { policy: permissions.policy, readGuard: permissionGuard(permissions) };
}
