import type { ShellWord } from "../read/shell-word.ts";
import { broadlyMatches } from "../rules/broad-match.ts";
import { type CommandPattern, commandMatches, isExact } from "../rules/command-pattern.ts";
import type { Rule } from "../rules/rule.ts";
import type { RuleSet } from "../rules/rule-set.ts";
import type { Finding } from "../verdict/finding.ts";
import type { RunBy } from "../wrappers/runners.ts";
import { serverOfRule } from "./one-server.ts";

/** Stands for a word that is not known to the letter; no rule spells it. */
const UNKNOWN = "\u0001";

/** The words of a command as rules see them. */
export function argvOf(words: readonly ShellWord[]): readonly string[] {
  return words.map((word) => (word.form === "dynamic" || word.form === "stream" ? UNKNOWN : word.value));
}

/** The denial, or else the ask, that a rule has for any of these spellings of one command. */
export function strictRule(forms: readonly (readonly string[])[], rules: RuleSet): Finding | undefined {
  const hit = (rule: Rule) => {
    if (rule.target.kind !== "command") return false;
    const { pattern } = rule.target;
    return pattern === "any" || forms.some((form) => broadlyMatches(pattern, form));
  };
  const denied = rules.rules.deny.find(hit);
  if (denied !== undefined) return byRule("deny", denied, `${denied.text} is denied by ${denied.scope} rules.`);
  const asked = rules.rules.ask.find(hit);
  return asked === undefined ? undefined : byRule("ask", asked, `${asked.text} asks by ${asked.scope} rules.`);
}

function byRule(verdict: "ask" | "deny", rule: Rule, reason: string): Finding {
  return { verdict, kind: "rule", rule: rule.text, reason };
}

/** An allow rule that matches, and whether it spells the whole command. */
export interface Allowance {
  readonly rule: Rule;
  readonly exact: boolean;
}

/** What a command runs or asks, as far as that is known. */
interface Aim {
  readonly run?: RunBy | undefined;
  readonly server?: string | undefined;
}

/** A rule for a program that runs others must name the one that it may run. */
export function allowance(
  forms: readonly (readonly string[])[],
  rules: RuleSet,
  { run, server }: Aim = {},
): Allowance | undefined {
  const allowed = allowanceFor(forms, rules, server);
  const target = allowed?.rule.target;
  if (run === undefined || allowed?.exact === true || target?.kind !== "command") return allowed;
  const named = target.pattern === "any" ? 0 : target.pattern.words.length;
  return named >= run.words && run.inner !== undefined ? allowed : undefined;
}

/**
 * The rule that allows a command; `server` is the only one that it asks, where that is known. A name with a slash is
 * allowed only by a rule that writes it so; exact rules are looked for first, for they approve more.
 */
function allowanceFor(
  forms: readonly (readonly string[])[],
  rules: RuleSet,
  server: string | undefined,
): Allowance | undefined {
  const qualified = forms[0]?.[0]?.includes("/") === true;
  let found: Allowance | undefined;
  for (const rule of rules.rules.allow) {
    if (rule.target.kind !== "command") continue;
    const { pattern } = rule.target;
    if (pattern === "any") {
      if (!qualified) found ??= { rule, exact: false };
      continue;
    }
    if (qualified && pattern.words[0] !== forms[0]?.[0]) continue;
    if (!speaksFor(pattern, forms, server)) continue;
    if (isExact(pattern)) return { rule, exact: true };
    found ??= { rule, exact: false };
  }
  return found;
}

function speaksFor(pattern: CommandPattern, forms: readonly (readonly string[])[], server: string | undefined) {
  const meant = serverOfRule(pattern);
  return meant === undefined ? forms.some((form) => commandMatches(pattern, form)) : meant === server;
}
