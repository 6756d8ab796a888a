import type { PermissionOptions, Permissions, PolicyFile } from "@toolwright/workspace";

/** The permissions of a policy given on the command line; a rule that does not count is named on stderr. */
export async function rulesOf(policy: PolicyFile, options: PermissionOptions): Promise<Permissions> {
  const { createPermissions } = await import("@toolwright/workspace");
  const permissions = createPermissions({ ...options, policies: [{ scope: "cli", policy }] });
  for (const warning of permissions.warnings) process.stderr.write(`toolwright: ${warning}\n`);
  return permissions;
}
