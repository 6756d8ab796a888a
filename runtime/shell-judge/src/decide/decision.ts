import { type Finding, type FindingKind, isHeldBySandbox, type Outcome, strictest } from "../verdict/finding.ts";
import { checkNames } from "./known-options.ts";

/** What is decided about a call. */
export interface Decision {
  readonly verdict: Outcome;
  /** The rule that decided, as it is written in a policy; null when none did. */
  readonly rule: string | null;
  /** One sentence. */
  readonly reason: string;
  /** The rules that "always" would save: the narrowest for each part that asks. Empty when none is ever saved. */
  readonly remember: readonly string[];
  /** It is never run, whoever approves it. */
  readonly forbidden?: true;
}

/** Makes one decision of everything that was found. */
export function decide(findings: readonly Finding[], options: ModeOptions): Decision {
  checkNames(options, "decide", ["mode", "sandboxed"]);
  const answered = findings.map((finding) => applyMode(finding, options));
  const worst = strictest(answered);
  if (worst === undefined) return { verdict: "allow", rule: null, reason: "Nothing in it needs a rule.", remember: [] };
  const asks = answered.filter((finding) => finding.verdict === "ask");
  const rules = asks.flatMap((finding) => finding.remember ?? []);
  const remember = worst.verdict === "ask" ? [...new Set(rules)] : [];
  const first = worst.verdict === "ask" ? asks.find((finding) => finding.computed === true) : undefined;
  const reason = first === undefined || first === worst ? worst.reason : `${first.reason} ${worst.reason}`;
  const decision = { verdict: worst.verdict, rule: worst.rule ?? null, reason, remember };
  return worst.kind === "forbidden" ? { ...decision, forbidden: true } : decision;
}

/**
 * `default` asks where nothing allows. `accept-edits` writes inside the workspace without asking. `plan` changes
 * nothing. `deny-asks` answers every ask with no, for runs that nobody watches.
 */
export type PermissionMode = "default" | "accept-edits" | "plan" | "deny-asks";

/** How findings are answered. */
export interface ModeOptions {
  readonly mode: PermissionMode;
  /** Commands run in a sandbox: an ask about what it holds is not asked. */
  readonly sandboxed: boolean;
}

/** The finding as the mode has it. Denials, rules, guards and forced asks are never lifted. */
function applyMode(finding: Finding, { mode, sandboxed }: ModeOptions): Finding {
  if (mode === "plan" && finding.verdict !== "deny" && finding.readOnly !== true) {
    return { ...finding, verdict: "deny", reason: `${finding.reason} While planning, nothing may be changed.` };
  }
  if (finding.verdict !== "ask") return finding;
  if (mode === "accept-edits" && (finding.kind === "edit" || finding.edits === true))
    return lifted(finding, "Edits are accepted in this mode.");
  if (sandboxed && isHeldBySandbox(finding)) return lifted(finding, "It runs in the sandbox.");
  if (mode === "deny-asks") return { ...finding, verdict: "deny", reason: `${finding.reason} Nobody is there to ask.` };
  return finding;
}

function lifted(finding: Finding, reason: string): Finding {
  return { verdict: "allow", kind: "allowed", reason: `${finding.reason} ${reason}` };
}

/** Does it ask for want of a rule alone? What is irreversible, unclear or asked by a rule is a person's to answer. */
export function lacksRule(findings: readonly Finding[], options: ModeOptions): boolean {
  const standing = standingOf(findings, options);
  return standing.length > 0 && standing.every(({ verdict, kind }) => verdict === "ask" && OPEN.has(kind));
}

function standingOf(findings: readonly Finding[], options: ModeOptions): readonly Finding[] {
  return findings.map((finding) => applyMode(finding, options)).filter(({ verdict }) => verdict !== "allow");
}

const OPEN: ReadonlySet<FindingKind> = new Set(["no-rule", "edit"]);

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
  const standing = standingOf(findings, options);
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
