import { isFields } from "@toolwright/core/internal";
import { replaceFile } from "../text/replace-file.ts";
import { type FoundPolicy, readPolicyFile } from "./read-policy-file.ts";

/**
 * Adds rules to the `allow` list of a policy file, which is made when there is none; what else stands in it stays.
 * Throws a `UsageError` when the file does not parse, and rejects when it cannot be written: it is then as it was.
 */
export async function addAllowRules(file: string, rules: readonly string[]): Promise<void> {
  const found = await readPolicyFile(file);
  const { policy, allow } = writtenIn(found);
  const known = new Set(found?.policy.allow.map(({ rule }) => rule));
  const added = rules.filter((rule) => !known.has(rule));
  if (added.length > 0)
    await replaceFile(file, `${JSON.stringify({ ...policy, allow: [...allow, ...added] }, null, 2)}\n`);
}

/**
 * Takes a rule out of the `allow` list of a policy file. False where it is not in it. Fails as `addAllowRules` does.
 */
export async function removeAllowRule(file: string, rule: string): Promise<boolean> {
  const found = await readPolicyFile(file);
  const { policy, allow } = writtenIn(found);
  const place = found?.policy.allow.findIndex((entry) => entry.rule === rule) ?? -1;
  if (place === -1) return false;
  // The entries stand in the order in which they are written.
  const left = allow.filter((_, index) => found?.policy.allow[index]?.rule !== rule);
  await replaceFile(file, `${JSON.stringify({ ...policy, allow: left }, null, 2)}\n`);
  return true;
}

function writtenIn(found: FoundPolicy | undefined) {
  const before: unknown = found === undefined ? {} : JSON.parse(found.text.replace(/^\uFEFF/, ""));
  const policy = isFields(before) ? before : {};
  const allow: readonly unknown[] = Array.isArray(policy.allow) ? policy.allow : [];
  return { policy, allow };
}
