import { expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { commandLineJudge } from "./judge.ts";

it.each([
  ["git clone https://example.org/a/b", "allow"],
  ["git clone https://example.org/a/b.git src/b", "allow"],
  ["cd docs && git clone https://example.org/b", "deny"],
  ["git clone https://example.org/docs", "deny"],
  ["git clone https://example.org/docs.git/", "deny"],
  ["git clone git@example.org:docs", "deny"],
  ["git clone https://example.org/.vscode", "deny"],
  ["git clone https://example.org/.husky", "ask"],
  ["git clone https://example.org/x/.git", "allow"],
  ["cd .git && git clone https://example.org/hooks", "deny"],
])("%s, which makes the directory that its address ends with: %s", (line, verdict) => {
  const parsed = readPolicy({ allow: ["Bash(git *)"], deny: ["Edit(docs/**)"] });
  if (!parsed.ok) throw new Error(parsed.message);
  expect(commandLineJudge({ cwd: "/work/repo", home: "/home/u", policy: parsed.policy })(line).verdict).toBe(verdict);
});
