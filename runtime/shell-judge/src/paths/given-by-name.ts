import type { Rule } from "../rules/rule.ts";
import { foldName } from "./protected-paths.ts";

/** A rule without wildcards was written for this very file. */
export function namesIt(rule: Rule | undefined): boolean {
  if (rule?.target.kind !== "path" || rule.target.pattern === "any") return false;
  return rule.target.pattern.segments.every((segment) => segment !== "**" && segment.literal !== undefined);
}

/** A rule that says `package.json`, at whatever depth, was not written for folders or for many files. */
export function namesManifest(rule: Rule | undefined): boolean {
  if (rule?.target.kind !== "path" || rule.target.pattern === "any") return false;
  const last = rule.target.pattern.segments.at(-1);
  return last !== "**" && last?.literal !== undefined && isManifest(`/${last.literal}`);
}

/** Its scripts are run by name: a rule for a program, or for all files, says nothing of what is written there. */
export function isManifest(path: string): boolean {
  return foldName(path).endsWith("/package.json");
}
