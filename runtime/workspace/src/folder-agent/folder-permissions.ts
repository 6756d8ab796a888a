import type { Policy } from "@toolwright/core";
import { type PermissionMode, readPolicy } from "@toolwright/shell-judge";
import {
  createPermissions,
  type PermissionOptions,
  type Permissions,
  type Sandboxed,
} from "../permissions/create-permissions.ts";
import type { ReviewOptions } from "../reviewer/with-reviewer.ts";
import type { Workspace } from "../workspace/workspace.port.ts";

/** A policy as a program writes it: the same words as in a policy file. */
export interface WrittenPolicy {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/** Who decides what an agent may do. */
export interface FolderRules {
  /** Rules beside the built-in ones; a denial in any of them wins. */
  readonly policies?: WrittenPolicy | readonly WrittenPolicy[];
  /** `default` unless given. */
  readonly mode?: PermissionMode;
  /**
   * Answers questions that are left before a person is asked, as far as it is told: a function of the program, which no
   * file of the folder can name. Default: nobody does.
   */
  readonly review?: ReviewOptions;
  /** Decides in place of rules and mode: for hosts with scopes of their own. */
  readonly decideBy?: (facts: RuleFacts) => Promise<DecidedBy> | DecidedBy;
}

/** What rules may depend on. */
export interface RuleFacts {
  readonly workspace: Workspace;
  /** Whether commands are held well enough that a missing rule is no reason to ask. */
  readonly sandboxed: () => Promise<Sandboxed>;
  /** What is kept of files that are changed. */
  readonly keepsChanges: boolean | "edits";
  /** Says of a line whether undo would bring back what it changes. */
  readonly foreseeChanges: NonNullable<PermissionOptions["foreseeChanges"]>;
}

/** A policy, and one sentence for each rule that does not count. */
export interface DecidedBy {
  readonly policy: Policy;
  readonly warnings: readonly string[];
}

/** The same with what a reviewer goes by, where there is one. */
export interface FolderDecisions extends DecidedBy {
  readonly permissions?: Permissions;
}

/**
 * The policy of an agent. Rejects with a `TypeError` that names the rule where one does not read: it might have been a
 * denial.
 */
export async function folderPolicy(rules: FolderRules, facts: RuleFacts): Promise<FolderDecisions> {
  if (rules.decideBy !== undefined) return rules.decideBy(facts);
  const { nodeRealPaths } = await import("@toolwright/shell-judge");
  const { root, home, stateDirectory } = facts.workspace;
  const permissions = createPermissions({
    root,
    home,
    policies: written(rules.policies),
    mode: rules.mode ?? "default",
    sandboxed: facts.sandboxed,
    keepsChanges: facts.keepsChanges,
    foreseeChanges: facts.foreseeChanges,
    ownDirectories: [stateDirectory],
    realPaths: nodeRealPaths(),
  });
  const [first] = permissions.warnings;
  if (first !== undefined) throw new TypeError(`policies: ${first}`);
  return { policy: permissions.policy, warnings: [], permissions };
}

function written(policies: FolderRules["policies"] = []): NonNullable<PermissionOptions["policies"]> {
  return [policies].flat().map((value) => {
    const parsed = readPolicy(value);
    if (!parsed.ok)
      throw new TypeError(`policies: ${parsed.message} Write { allow: ["Bash(npm test)"], deny: ["Read(.env)"] }.`);
    return { scope: "program" as const, policy: parsed.policy };
  });
}
