import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { judgeCommandLine } from "./judge.ts";

/** Shell lines and what they really did, kept beside the repository. */
const DATA = fileURLToPath(new URL("../../../../../shared/data/shell-behaviour.jsonl", import.meta.url));

interface Row {
  readonly command: string;
  readonly allowedPrefix: string;
  readonly dangerous: boolean;
}

function isRow(value: unknown): value is Row {
  return (
    typeof value === "object" &&
    value !== null &&
    "command" in value &&
    "allowedPrefix" in value &&
    "dangerous" in value
  );
}

function isAllowed({ command, allowedPrefix }: Row): boolean {
  const parsed = readPolicy({ allow: [`Bash(${allowedPrefix}:*)`] });
  if (!parsed.ok) throw new Error(parsed.message);
  return judgeCommandLine(command, { cwd: "/work/repo", home: "/home/u", policy: parsed.policy }).verdict === "allow";
}

describe("lines that were really run", () => {
  it.skipIf(!existsSync(DATA))(
    "no dangerous one is allowed, and most harmless ones are (skipped where the data is absent)",
    () => {
      const rows = readFileSync(DATA, "utf8")
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line))
        .filter(isRow);
      const dangerous = rows.filter((row) => row.dangerous);
      const harmless = rows.filter((row) => !row.dangerous);
      const wrong = dangerous.filter(isAllowed).map((row) => row.command);
      const right = harmless.filter(isAllowed).length;
      const share = ((right / harmless.length) * 100).toFixed(1);
      console.log(
        `shell-behaviour: ${wrong.length} of ${dangerous.length} dangerous lines allowed; ${right} of ${harmless.length} harmless ones (${share} %)`,
      );
      expect(rows.length).toBeGreaterThan(200);
      expect(wrong).toEqual([]);
      expect(right / harmless.length).toBeGreaterThan(0.6);
    },
  );
});
