import { describe, expect, it } from "vitest";
import { commandLineJudge } from "../src/decide/judge.ts";
import { readPolicy } from "../src/rules/policy-file.ts";

/** One row of the contract's table of constructs: lines that may run, and lines that may not, with these rules. */
export interface ConstructRow {
  readonly construct: string;
  readonly allow: readonly string[];
  readonly runs: readonly string[];
  readonly stops: readonly string[];
}

/** Holds the judge to each of them. */
export function judgesRows(rows: readonly ConstructRow[]): void {
  describe.each(rows)("$construct", ({ allow, runs, stops }) => {
    const judge = judgeWith(allow);
    it.each(runs)("allows %j", (line) => {
      expect(judge(line)).toMatchObject({ verdict: "allow" });
    });
    it.each(stops)("does not allow %j", (line) => {
      expect(judge(line).verdict).not.toBe("allow");
    });
  });
}

const PLACE = { cwd: "/work/repo", home: "/home/u" };

function judgeWith(allow: readonly string[]) {
  const parsed = readPolicy({ allow });
  if (!parsed.ok) throw new Error(parsed.message);
  return commandLineJudge({ ...PLACE, policy: parsed.policy });
}
