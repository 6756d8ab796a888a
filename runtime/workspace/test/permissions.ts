import { readPolicy } from "@toolwright/shell-judge";
import { createPermissions, type PermissionOptions } from "../src/permissions/create-permissions.ts";

export const PLACE = { root: "/work/repo", home: "/home/u" };

/** Permissions with one policy of the user's, in {@link PLACE}. Throws for a policy that does not read. */
export function permissions(value: unknown = {}, options: Partial<PermissionOptions> = {}) {
  const parsed = readPolicy(value);
  if (!parsed.ok) throw new Error(parsed.message);
  return createPermissions({ ...PLACE, policies: [{ scope: "user", policy: parsed.policy }], ...options });
}
