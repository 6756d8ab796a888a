import type { Issue } from "../../result/error-info.ts";
import { type Findings, limitIssues } from "../explain/findings.ts";
import type { Checked } from "./compiled-schema.ts";
import { uncheckable } from "./uncheckable.ts";

/** Says in our words why a validator refused; in its own where ours are about other places or there are none. */
export function refuse(found: Findings, theirs: readonly Issue[]): Checked {
  const agreed = theirs.length === 0 || found.issues.some((ours) => theirs.some((other) => overlaps(ours, other)));
  return agreed && found.count > 0 ? refuseFound(found.issues, found.count) : refuseFound(theirs, theirs.length);
}

/** A refusal with at most 20 issues, the rest counted. */
export function refuseFound(issues: readonly Issue[], count: number): Checked {
  return issues.length === 0 ? uncheckable() : { ok: false, issues: limitIssues(issues, count) };
}

function overlaps(one: Issue, other: Issue): boolean {
  return isWithin(one.path, other.path) || isWithin(other.path, one.path);
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}
