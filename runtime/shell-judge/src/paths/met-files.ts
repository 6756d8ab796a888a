import { unescaped } from "../read/shell-word.ts";
import type { PathGlob } from "../rules/path-pattern.ts";
import type { Rule } from "../rules/rule.ts";
import type { RuleSet } from "../rules/rule-set.ts";
import type { Finding } from "../verdict/finding.ts";
import { find, matches, ruleFinding } from "./path-rules.ts";
import type { PathUse } from "./path-use.ts";

/** Whether a file is read where it lies, and no more: git shows what it has kept of one, and a copy stays. */
export function isOnlyOpened({ access, copied, tracked, pathspec }: PathUse): boolean {
  return access === "read" && copied !== true && tracked !== true && pathspec === undefined;
}

/** What a rule denies in a folder, wherever it lies there. */
export function mayHoldDenied(
  { path, glob, use }: { readonly path: string; readonly glob: PathGlob; readonly use: PathUse },
  { rules }: RuleSet,
): Finding | undefined {
  const denied = glob.recursive ? find(rules.deny, use.access, (rule) => matches(rule, glob)) : undefined;
  if (denied === undefined) return undefined;
  const shown = unescaped(path);
  const reason = `${shown} may hold files that ${denied.text} denies.`;
  return { ...ruleFinding("ask", denied, shown), reason, ...metBelow(path, use, denied) };
}

/** A wildcard that stands for some that a rule denies stands for others, too. */
export function metAmongOthers(path: string, use: PathUse, rule: Rule): Pick<Finding, "meets"> {
  return use.word.form === "glob" ? metBelow(path, use, rule) : {};
}

/** The folder of a repository stays open to git, and so to all. */
function metBelow(path: string, use: PathUse, rule: Rule): Pick<Finding, "meets"> {
  if (use.word.form === "dynamic" || !isOnlyOpened(use) || rule.text.includes(".git")) return {};
  const folder = unescaped(/^(?:\\[\s\S]|[^*?[\\])*(?=\/|$)/.exec(path)?.[0] ?? "");
  return { meets: { path: folder === "" ? "/" : folder, below: true } };
}
