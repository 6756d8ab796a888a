import { mayMatch, type PathGlob, surelyMatches } from "../rules/path-pattern.ts";
import type { Rule } from "../rules/rule.ts";
import type { Finding } from "../verdict/finding.ts";

/** Denials of reading count for writing too: who may not see a file may not change it. */
export function find(
  rules: readonly Rule[],
  access: "read" | "edit",
  test: (rule: Rule) => boolean,
  exactAccess = false,
): Rule | undefined {
  return rules.find((rule) => {
    if (rule.target.kind !== "path") return false;
    if (rule.target.access !== access && (exactAccess || access === "read")) return false;
    return test(rule);
  });
}

export function matches(rule: Rule, path: PathGlob): boolean {
  if (rule.target.kind !== "path") return false;
  return rule.target.pattern === "any" || mayMatch(rule.target.pattern, path);
}

export function covers(rule: Rule, path: PathGlob): boolean {
  if (rule.target.kind !== "path") return false;
  return rule.target.pattern === "any" || surelyMatches(rule.target.pattern, path);
}

export function ruleFinding(verdict: "ask" | "deny", rule: Rule, path: string): Finding {
  const says = verdict === "deny" ? "is denied" : "needs a yes";
  return { verdict, kind: "rule", rule: rule.text, reason: `${path} ${says} by ${rule.scope} rules.` };
}
