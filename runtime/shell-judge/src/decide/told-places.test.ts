import { expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { commandLineJudge } from "./judge.ts";

const parsed = readPolicy({ allow: ["Bash(node *)", "Bash(python3 *)", "Bash(npm test *)"], deny: ["Edit(docs/**)"] });
if (!parsed.ok) throw new Error(parsed.message);
const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u", policy: parsed.policy });

it.each([
  "node script.js docs/guide.md",
  "node script.js --out=docs/x",
  "python3 script.py .git/hooks/pre-commit",
  "python3 -m black docs/guide.py",
  "npm test -- .vscode/tasks.json",
])("%s tells a program of a place that may not be written", (line) => expect(judge(line).verdict).toBe("ask"));

it.each(["node script.js src/a.md", "python3 script.py --out=build/x", "npm test -- --fast"])("%s does not", (line) =>
  expect(judge(line).verdict).toBe("allow"),
);
