import { isFields } from "@toolwright/core/internal";
import { replaceFile } from "../text/replace-file.ts";
import { readPolicyFile } from "./read-policy-file.ts";

/**
 * Adds rules to the `allow` list of a policy file, which is made when there is none; what else stands in it stays. Throws a
 * `UsageError` when the file does not parse, and rejects when it cannot be written: it is then as it was.
 */
export async function addAllowRules(file: string, rules: readonly string[]): Promise<void> {
  const found = await readPolicyFile(file);
  const before: unknown = found === undefined ? {} : JSON.parse(found.text.replace(/^\uFEFF/, ""));
  const policy = isFields(before) ? before : {};
  const allow: readonly unknown[] = Array.isArray(policy.allow) ? policy.allow : [];
  const known = new Set(found?.policy.allow.map(({ rule }) => rule));
  const added = rules.filter((rule) => !known.has(rule));
  if (added.length > 0)
    await replaceFile(file, `${JSON.stringify({ ...policy, allow: [...allow, ...added] }, null, 2)}\n`);
}
