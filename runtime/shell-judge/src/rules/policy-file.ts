import type { Outcome } from "../verdict/finding.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { ruleMistake } from "./rule-mistake.ts";

/** One entry of a policy: the rule, and calls it must and must not match, checked when it is loaded. */
export interface PolicyEntry {
  readonly rule: string;
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
}

/** A policy file: `{ "allow": [...], "ask": [...], "deny": [...] }`. */
export type PolicyFile = Readonly<Record<Outcome, readonly PolicyEntry[]>>;

/** A policy, or one sentence that says why there is none. A caller without a policy must not go on. */
export type ParsedPolicy =
  | { readonly ok: true; readonly policy: PolicyFile }
  | { readonly ok: false; readonly message: string };

/** Reads the text of a policy file. Anything unknown in it is an error: a misspelt `deny` must not be skipped. */
export function parsePolicy(text: string): ParsedPolicy {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return { ok: false, message: "The policy is not JSON." };
  }
  const twice = duplicateKey(text);
  if (twice !== undefined) return { ok: false, message: `The policy has the key ${JSON.stringify(twice)} twice.` };
  return readPolicy(value);
}

/** Reads a policy that is already a value. */
export function readPolicy(value: unknown): ParsedPolicy {
  if (!isRecord(value)) return { ok: false, message: "The policy is not an object." };
  const unknown = Object.keys(value).find((key) => !["allow", "ask", "deny"].includes(key));
  if (unknown !== undefined) {
    return { ok: false, message: `The policy has an unknown key ${JSON.stringify(unknown)}; known: allow, ask, deny.` };
  }
  const policy: Record<Outcome, readonly PolicyEntry[]> = { allow: [], ask: [], deny: [] };
  for (const effect of ["allow", "ask", "deny"] as const) {
    const list = Object.hasOwn(value, effect) ? value[effect] : [];
    const entries = Array.isArray(list) ? list.map(readEntry) : undefined;
    if (entries === undefined) return { ok: false, message: `"${effect}" in the policy is not a list.` };
    const bad = entries.indexOf(undefined);
    if (bad >= 0)
      return { ok: false, message: `"${effect}"[${bad}] in the policy is neither a rule nor {rule, match, notMatch}.` };
    policy[effect] = entries.filter((entry) => entry !== undefined);
    const useless = effect === "allow" ? undefined : uselessIn(policy[effect]);
    if (useless !== undefined)
      return { ok: false, message: `"${effect}" in the policy has a rule that matches nothing: ${useless}.` };
  }
  return { ok: true, policy };
}

function uselessIn(entries: readonly PolicyEntry[]): string | undefined {
  for (const { rule } of entries) {
    const why = ruleMistake(rule);
    if (why !== undefined) return `${rule}: ${why}`;
  }
  return undefined;
}

function readEntry(value: unknown): PolicyEntry | undefined {
  if (typeof value === "string") return { rule: value, match: [], notMatch: [] };
  if (!isRecord(value) || typeof value.rule !== "string") return undefined;
  if (!Object.keys(value).every((key) => ["rule", "match", "notMatch"].includes(key))) return undefined;
  const match = examples(value, "match");
  const notMatch = examples(value, "notMatch");
  return match === undefined || notMatch === undefined ? undefined : { rule: value.rule, match, notMatch };
}

function examples(value: Readonly<Record<string, unknown>>, key: string): readonly string[] | undefined {
  if (!Object.hasOwn(value, key)) return [];
  const list = value[key];
  return Array.isArray(list) && list.every((item) => typeof item === "string") ? list : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
