import { askForWrites, type Policy } from "@toolwright/core";
import type { Workspace } from "@toolwright/workspace";
import { loadPolicy } from "./load-policy.ts";
import { rulesOf } from "./rules-of.ts";

/** Who decides whether a call may run: the rules of `--policy`, or, without one, that everything but reads asks. */
export async function choosePolicy(file: string | undefined, { root, home }: Workspace): Promise<Policy> {
  if (file === undefined) return askForWrites;
  const { nodeRealPaths } = await import("@toolwright/workspace");
  const permissions = await rulesOf(await loadPolicy(file), { root, home, realPaths: nodeRealPaths() });
  return permissions.policy;
}
