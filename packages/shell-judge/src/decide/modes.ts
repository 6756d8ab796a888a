import type { Finding } from "./finding.ts";

/**
 * `default` asks where nothing allows. `accept-edits` writes inside the workspace without asking. `plan` changes nothing.
 * `deny-asks` answers every ask with no, for runs that nobody watches.
 */
export type PermissionMode = "default" | "accept-edits" | "plan" | "deny-asks";

/** How findings are answered. */
export interface ModeOptions {
  readonly mode: PermissionMode;
  /** Commands run in a sandbox: an ask that has no reason but a missing rule is not asked. */
  readonly sandboxed: boolean;
}

/** The finding as the mode has it. Denials, rules, guards and forced asks are never lifted. */
export function applyMode(finding: Finding, { mode, sandboxed }: ModeOptions): Finding {
  if (mode === "plan" && finding.verdict !== "deny" && finding.readOnly !== true) {
    return { ...finding, verdict: "deny", reason: `${finding.reason} While planning, nothing may be changed.` };
  }
  if (finding.verdict !== "ask") return finding;
  if (mode === "accept-edits" && finding.kind === "edit") return lifted(finding, "Edits are accepted in this mode.");
  if (sandboxed && finding.kind === "no-rule" && finding.readOnly !== true)
    return lifted(finding, "It runs in the sandbox.");
  if (mode === "deny-asks") return { ...finding, verdict: "deny", reason: `${finding.reason} Nobody is there to ask.` };
  return finding;
}

function lifted(finding: Finding, reason: string): Finding {
  return { verdict: "allow", kind: "allowed", reason: `${finding.reason} ${reason}` };
}
