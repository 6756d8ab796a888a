import type { Outcome } from "../verdict/finding.ts";
import { matchesExample } from "./matches-example.ts";
import { parseRule, type RuleSource } from "./parse-rule.ts";
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
  const merged: Merging = { rules: { allow: [], ask: [], deny: [] }, warnings: [], broken: false };
  const ordered = [...policies].sort((a, b) => SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope));
  for (const scoped of ordered) {
    for (const effect of ["deny", "ask", "allow"] as const) addRules(merged, scoped, effect, anchors);
  }
  return merged;
}

interface Merging {
  readonly rules: Record<Outcome, Rule[]>;
  readonly warnings: string[];
  broken: boolean;
}

function addRules(merged: Merging, { scope, policy, trusted }: ScopedPolicy, effect: Outcome, anchors: Anchors): void {
  if (effect === "allow" && scope === "project" && trusted !== true) {
    if (policy.allow.length > 0) merged.warnings.push("The project's allow rules are not used: it is not trusted.");
    return;
  }
  for (const entry of policy[effect]) {
    const rule = checkedRule(entry, { effect, scope, anchors });
    if (typeof rule !== "string") {
      merged.rules[effect].push(rule);
      continue;
    }
    merged.warnings.push(`Rule ${JSON.stringify(entry.rule)} (${scope}, ${effect}) is not used: ${rule}.`);
    merged.broken = true;
  }
}

function checkedRule(entry: PolicyEntry, source: RuleSource): Rule | string {
  const rule = parseRule(entry.rule, source);
  if (typeof rule === "string") return rule;
  const missed = entry.match.find((example) => !matchesExample(rule, example, source.anchors));
  if (missed !== undefined) return `it does not match ${JSON.stringify(missed)}`;
  const hit = entry.notMatch.find((example) => matchesExample(rule, example, source.anchors));
  return hit === undefined ? rule : `it matches ${JSON.stringify(hit)}`;
}
