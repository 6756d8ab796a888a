import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "unbash";
import { describe, expect, it } from "vitest";
import { isRefusedForParenthesis } from "./suspicious-text.ts";

const PIECES = [
  "touch a",
  "echo",
  " ",
  ";",
  "&",
  "|",
  "&&",
  "'",
  '"',
  "(",
  ")",
  "()",
  "{",
  "}",
  "=",
  "+=",
  "declare ",
  "f",
];

const lines = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => `touch b; ${pieces.join("")}`);

describe("a line that is refused for its parenthesis", () => {
  it("runs nothing in bash", () => {
    const place = mkdtempSync(join(tmpdir(), "refused-"));
    fc.assert(
      fc.property(lines, (line) => {
        fc.pre((parse(line).errors?.length ?? 0) > 0 && isRefusedForParenthesis(line));
        const { status } = spawnSync("bash", ["--norc", "-c", line], { cwd: place, stdio: "ignore" });
        expect(status).not.toBe(0);
        expect(readdirSync(place)).toEqual([]);
      }),
      { numRuns: 60, maxSkipsPerRun: 1_000 },
    );
  });
});
