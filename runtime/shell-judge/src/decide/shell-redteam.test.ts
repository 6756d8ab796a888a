import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { commandLineJudge } from "./judge.ts";

const DATA = fileURLToPath(new URL("../../../../../shared/data/shell-redteam.jsonl", import.meta.url));

const ALLOWED =
  "git *|npm test|npm run *|npm test *|ls *|find *|cat *|grep *|rg *|sed *|awk *|python3 *|node *|make *|curl *|jq *|cp *|mv *|ln *|" +
  "install *|tee *|kubectl get *|uv run pytest *";

interface Row {
  readonly command: string;
  readonly rules: "none" | "user";
}

describe("lines that an earlier judge let through, and that then did harm", () => {
  it.skipIf(!existsSync(DATA))("are none of them allowed (skipped where the data is absent)", () => {
    const rows = readFileSync(DATA, "utf8")
      .trim()
      .split("\n")
      .map((text): Row => JSON.parse(text));
    const allowed = rows.filter((row) => judges[row.rules](placed(row.command)).verdict === "allow");
    console.log(`shell-redteam: ${allowed.length} of ${rows.length} allowed`);
    expect(allowed).toEqual([]);
  });
});

const place = { cwd: "/j/ws", home: "/j/home" };
const judges = { none: commandLineJudge(place), user: commandLineJudge({ ...place, policy: userRules() }) };

function placed(line: string): string {
  return line.replaceAll("{WS}", "/j/ws").replaceAll("{HOME}", "/j/home").replaceAll("{J}", "/j");
}

function userRules() {
  const deny = ["Bash(git push *)", "Bash(rm -rf *)", "Read(secrets/**)", "Edit(docs/**)"];
  const parsed = readPolicy({ allow: ALLOWED.split("|").map((command) => `Bash(${command})`), deny });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.policy;
}
