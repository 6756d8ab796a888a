import type { PermissionOptions } from "@toolwright/workspace";
import type { PolicyPlaces } from "./policy-places.ts";
import { type FoundPolicy, readPolicyFile } from "./read-policy-file.ts";

/** Policies with their scopes. */
export type ScopedPolicies = NonNullable<PermissionOptions["policies"]>;

const SCOPES = ["managed", "local", "project", "user"] as const;

/** What there is for one workspace. */
export type LoadedPolicies = { readonly [scope in (typeof SCOPES)[number]]?: FoundPolicy | undefined };

/**
 * Reads the policies of all places. Throws a `UsageError` for the first that does not parse: nothing runs without its
 * denials.
 */
export async function loadPolicies(places: PolicyPlaces): Promise<LoadedPolicies> {
  let policies: LoadedPolicies = {};
  for (const scope of SCOPES) policies = { ...policies, [scope]: await readPolicyFile(places[scope]) };
  return policies;
}

/** Those that are there, for the permission engine. */
export function scopedPolicies(policies: LoadedPolicies, trusted: boolean): ScopedPolicies {
  return SCOPES.flatMap((scope) => {
    const policy = policies[scope]?.policy;
    return policy === undefined ? [] : [{ scope, policy, ...(scope === "project" && { trusted }) }];
  });
}
