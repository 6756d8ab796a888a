import type { FolderAgentOptions } from "@toolwright/workspace";
import type { ToolFlags } from "../flags.ts";
import type { CommandPermissions } from "../permissions/command-permissions.ts";
import { loadPolicies } from "../permissions/load-policies.ts";
import { policyPlaces } from "../permissions/policy-places.ts";
import { ProjectTrust } from "../permissions/project-trust.ts";
import type { FoundPolicy } from "../permissions/read-policy-file.ts";
import { askTrust } from "../terminal/ask-trust.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { notice } from "../text/notice.ts";
import { loadPolicy } from "./load-policy.ts";

type FolderFacts = Parameters<NonNullable<FolderAgentOptions["decideBy"]>>[0];

/** What the rules of a command depend on. */
export interface PermissionSetup extends FolderFacts {
  readonly flags: ToolFlags;
  /** Where a person can be asked. */
  readonly terminal: Terminal | undefined;
}

/**
 * The rules of all scopes, merged. A rule that does not count is named on stderr. Throws a `UsageError` for a policy
 * that does not parse, wherever it lies: nothing runs without its denials.
 */
export async function choosePermissions(setup: PermissionSetup): Promise<CommandPermissions> {
  const { flags, workspace, sandboxed, keepsChanges, foreseeChanges } = setup;
  const { root, home } = workspace;
  const places = policyPlaces(workspace, process.env);
  const commandLine = flags.policy === undefined ? undefined : await loadPolicy(flags.policy);
  const policies = await loadPolicies(places);
  const { nodeRealPaths } = await import("@toolwright/workspace");
  const { CommandPermissions } = await import("../permissions/command-permissions.ts");
  const permissions = new CommandPermissions({
    engine: {
      root,
      home,
      sandboxed,
      keepsChanges,
      foreseeChanges,
      mode: flags.mode ?? "default",
      ownDirectories: places.own,
      realPaths: nodeRealPaths(),
    },
    policies,
    commandLine,
    trusted: policies.project !== undefined && (await isTrusted(policies.project, places.trusted, setup)),
    local: places.local,
  });
  for (const warning of permissions.warnings) notice(warning);
  return permissions;
}

/**
 * A policy that came with the folder may forbid at once; what it allows is the person's to say, once for these words.
 */
async function isTrusted(
  project: FoundPolicy,
  directory: string,
  { flags, workspace: { root }, terminal }: PermissionSetup,
): Promise<boolean> {
  if (project.policy.allow.length === 0) return true;
  const trust = new ProjectTrust(directory);
  const policy = { root, text: project.text };
  if (await trust.has(policy)) return true;
  // --yes answers questions about calls; this one is about whose word counts.
  if (terminal === undefined || flags.yes === true || !(await askTrust(terminal, project))) return false;
  await trust.add(policy);
  return true;
}
