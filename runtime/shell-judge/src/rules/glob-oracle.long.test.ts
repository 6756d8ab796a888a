import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAIR, type Pair } from "./glob-pairs.test-data.ts";
import { parseSegment, segmentFits } from "./segment-glob.ts";

/** So many pairs of a pattern and a name; `GLOB_PAIRS=1000000` plays as many as the issue asked for. */
const PAIRS = Number(process.env.GLOB_PAIRS ?? (process.env.LONG_PLAY === undefined ? 6_000 : 60_000));

/** So many pairs are made at a time. */
const ROUND = 50_000;

describe.each(["C", "C.UTF-8"])("where bash matches a name in the locale %s", (LC_ALL) => {
  it("the judge does", { timeout: 60_000 + PAIRS }, () => {
    const wrong: string[] = [];
    let met = 0;
    for (let seed = 1; (seed - 1) * ROUND < PAIRS; seed++) {
      const asked = fc.sample(PAIR, { seed, numRuns: Math.min(ROUND, PAIRS) });
      const said = matchedByBash(asked, LC_ALL);
      for (const [index, { pattern, name }] of asked.entries()) {
        if (said[index] !== "1") continue;
        met++;
        if (!segmentFits(parseSegment(pattern), name)) wrong.push(`${pattern} ${name}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(met).toBeGreaterThan(PAIRS / 20);
  });
});

function matchedByBash(asked: readonly Pair[], LC_ALL: string): readonly string[] {
  const matches = "while IFS= read -r p && IFS= read -r n; do [[ $n == $p ]] && echo 1 || echo 0; done";
  const input = asked.map(({ pattern, name }) => `${pattern}\n${name}\n`).join("");
  const env = { ...process.env, LC_ALL };
  return execFileSync("bash", ["-c", matches], { input, env, encoding: "utf8" }).split("\n");
}
