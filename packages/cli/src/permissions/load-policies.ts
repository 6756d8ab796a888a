import type { PermissionOptions } from "@toolwright/workspace";
import type { PolicyPlaces } from "./policy-places.ts";
import { type FoundPolicy, readPolicyFile } from "./read-policy-file.ts";

/** Policies with their scopes. */
export type ScopedPolicies = NonNullable<PermissionOptions["policies"]>;

/** What there is for one workspace. */
export interface LoadedPolicies {
  readonly managed: FoundPolicy | undefined;
  readonly local: FoundPolicy | undefined;
  readonly project: FoundPolicy | undefined;
  readonly user: FoundPolicy | undefined;
}

/** Reads the policies of all places. Throws a `UsageError` for the first that does not parse: nothing runs without its denials. */
export async function loadPolicies(places: PolicyPlaces): Promise<LoadedPolicies> {
  return {
    managed: await readPolicyFile(places.managed),
    local: await readPolicyFile(places.local),
    project: await readPolicyFile(places.project),
    user: await readPolicyFile(places.user),
  };
}

/** Those that are there, for the permission engine. */
export function scopedPolicies({ managed, local, project, user }: LoadedPolicies, trusted: boolean): ScopedPolicies {
  return [
    ...(managed === undefined ? [] : [{ scope: "managed" as const, policy: managed.policy }]),
    ...(local === undefined ? [] : [{ scope: "local" as const, policy: local.policy }]),
    ...(project === undefined ? [] : [{ scope: "project" as const, policy: project.policy, trusted }]),
    ...(user === undefined ? [] : [{ scope: "user" as const, policy: user.policy }]),
  ];
}
