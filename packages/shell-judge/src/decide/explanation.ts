import { type Decision, decide } from "./decision.ts";
import { type Finding, strictest } from "./finding.ts";
import { applyMode, type ModeOptions } from "./modes.ts";

/** A decision with its grounds. */
export interface Explanation extends Decision {
  /** One sentence for each part that stands in the way. */
  readonly parts: readonly string[];
  /** Why saving rules would not be enough: what is never remembered. Null when it would be enough. */
  readonly never: string | null;
}

/** Why a call is decided as it is, and what would allow it. */
export function explainFindings(findings: readonly Finding[], options: ModeOptions): Explanation {
  const decision = decide(findings, options);
  const standing = findings
    .map((finding) => applyMode(finding, options))
    .filter((finding) => finding.verdict !== "allow");
  const parts = [...new Set(standing.map((finding) => finding.reason))];
  const stuck = strictest(standing.filter((finding) => finding.verdict === "deny" || finding.remember === undefined));
  return { ...decision, parts, never: stuck === undefined ? null : neverText(stuck) };
}

function neverText(finding: Finding): string {
  if (finding.verdict === "deny") return `${finding.reason} A denial is not lifted by another rule.`;
  if (finding.kind === "forced")
    return `${finding.reason} It is asked every time; only a rule with the whole command allows it.`;
  if (finding.kind === "rule") return `${finding.reason} An ask rule stands until it is taken out.`;
  if (finding.kind === "guard")
    return `${finding.reason} That is never saved; only a rule with the whole command allows it.`;
  return `${finding.reason} That is never saved; a rule for it is written by hand.`;
}
