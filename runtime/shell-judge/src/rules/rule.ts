import type { Outcome } from "../verdict/finding.ts";
import type { CommandPattern } from "./command-pattern.ts";
import type { PathPattern } from "./path-pattern.ts";

/** Where a policy comes from, the weightiest first. Weight names the rule that is reported; denials of all count. */
export const SCOPES = ["managed", "cli", "program", "local", "project", "user"] as const;

/** One of `SCOPES`, or `built-in`. */
export type Scope = (typeof SCOPES)[number] | "built-in";

/** What a rule speaks about. `any` is the whole family, as in `Bash`. */
export type RuleTarget =
  | { readonly kind: "command"; readonly pattern: CommandPattern | "any" }
  | { readonly kind: "path"; readonly access: "read" | "edit"; readonly pattern: PathPattern | "any" }
  | { readonly kind: "domain"; readonly pattern: string }
  | { readonly kind: "git-config"; readonly hash: string }
  | { readonly kind: "agent"; readonly name: string }
  /** Tools of MCP servers, as the servers call them. `*` is anything. */
  | { readonly kind: "mcp"; readonly server: string; readonly tool: string }
  | { readonly kind: "tool"; readonly name: string };

/** One rule of a policy. */
export interface Rule {
  readonly text: string;
  readonly effect: Outcome;
  readonly scope: Scope;
  readonly target: RuleTarget;
  /** The name of another agent's tool that the rule was written with: a program's own tool of that name, too. */
  readonly tool?: string;
}
