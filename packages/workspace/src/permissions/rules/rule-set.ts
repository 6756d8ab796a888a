import type { Outcome } from "../decide/finding.ts";
import { matchesExample } from "./matches-example.ts";
import { parseRule } from "./parse-rule.ts";
import type { Anchors } from "./path-pattern.ts";
import type { PolicyEntry, PolicyFile } from "./policy-file.ts";
import { type Rule, SCOPES, type Scope } from "./rule.ts";

/** A policy and where it comes from. */
export interface ScopedPolicy {
  readonly scope: Exclude<Scope, "built-in">;
  readonly policy: PolicyFile;
  /** The allows of a `project` policy count only when the person said once that the project may have them. */
  readonly trusted?: boolean;
}

/** All rules together. An outcome is looked for in all scopes before a milder one is. */
export interface RuleSet {
  readonly rules: Readonly<Record<Outcome, readonly Rule[]>>;
  /** A rule was bad: what is not allowed by a rule asks, also what is harmless. */
  readonly broken: boolean;
  /** One sentence for each rule that does not count. */
  readonly warnings: readonly string[];
}

/** Merges policies. A bad rule disables itself only, and sets `broken`. */
export function mergePolicies(policies: readonly ScopedPolicy[], anchors: Anchors): RuleSet {
  const rules: Record<Outcome, Rule[]> = { allow: [], ask: [], deny: [] };
  const warnings: string[] = [];
  let broken = false;
  const ordered = [...policies].sort((a, b) => SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope));
  for (const { scope, policy, trusted } of ordered) {
    for (const effect of ["deny", "ask", "allow"] as const) {
      if (effect === "allow" && scope === "project" && trusted !== true) {
        if (policy.allow.length > 0)
          warnings.push("The project's allow rules are not used: the project is not trusted.");
        continue;
      }
      for (const entry of policy[effect]) {
        const rule = checkedRule(entry, { effect, scope, anchors });
        if (typeof rule === "string") {
          warnings.push(`Rule ${JSON.stringify(entry.rule)} (${scope}, ${effect}) is not used: ${rule}.`);
          broken = true;
        } else rules[effect].push(rule);
      }
    }
  }
  return { rules, broken, warnings };
}

function checkedRule(
  entry: PolicyEntry,
  source: { readonly effect: Outcome; readonly scope: Scope; readonly anchors: Anchors },
): Rule | string {
  const rule = parseRule(entry.rule, source);
  if (typeof rule === "string") return rule;
  const missed = entry.match.find((example) => !matchesExample(rule, example, source.anchors));
  if (missed !== undefined) return `it does not match ${JSON.stringify(missed)}`;
  const hit = entry.notMatch.find((example) => matchesExample(rule, example, source.anchors));
  return hit === undefined ? rule : `it matches ${JSON.stringify(hit)}`;
}
