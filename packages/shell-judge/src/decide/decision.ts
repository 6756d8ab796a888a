import { type Finding, type Outcome, strictest } from "./finding.ts";
import { checkNames } from "./known-options.ts";
import { applyMode, type ModeOptions } from "./modes.ts";

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
  const decision = { verdict: worst.verdict, rule: worst.rule ?? null, reason: worst.reason, remember };
  return worst.kind === "forbidden" ? { ...decision, forbidden: true } : decision;
}
