import { aBoolean, checkOptions, oneOf } from "@toolwright/core/internal";
import type { SandboxPolicy } from "./sandbox.port.ts";

/** Throws a `TypeError` for a policy that cannot be: one that is misspelt would hold commands less, or not at all. */
export function checkSandboxPolicy(policy: SandboxPolicy, of: string): void {
  checkOptions<SandboxPolicy>(policy, {
    of,
    rules: { mode: oneOf("read-only", "workspace-write"), network: aBoolean, gitWrites: aBoolean },
    otherNames: { allowNetwork: "network", networkAccess: "network", readOnly: 'mode: "read-only"', git: "gitWrites" },
    needed: ["mode", "network", "gitWrites"],
  });
}
