import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareLines } from "../line-changes.ts";
import { planPatch } from "./plan-patch.ts";

/** `npm test` tries each property a fifth as often. */
const SHARE = process.env.LONG_PLAY === undefined ? 0.2 : 1;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function patchOne(text: string, body: string): string | { reason: string; message: string } {
  const patch = `*** Begin Patch\n*** Update File: a\n${body}*** End Patch`;
  const planned = planPatch({ patch, fileAt: () => ({ kind: "file", bytes: encode(text) }) });
  if (!planned.ok) return planned;
  const [operation] = planned.operations;
  return operation?.kind === "update" ? new TextDecoder().decode(operation.bytes) : "";
}

/** One hunk over the whole file. */
function wholeHunk(before: string, after: string): string {
  const { before: old, after: now, changes } = compareLines(before, after);
  const parts: string[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newStart, newCount } of changes) {
    parts.push(...old.slice(at, oldStart).map((line) => ` ${line}`));
    parts.push(...old.slice(oldStart, oldStart + oldCount).map((line) => `-${line}`));
    parts.push(...now.slice(newStart, newStart + newCount).map((line) => `+${line}`));
    at = oldStart + oldCount;
  }
  return [...parts, ...old.slice(at).map((line) => ` ${line}`)].join("");
}

const lines = fc.array(fc.constantFrom("a", "b", "  a", "", "“q”", "}"), { minLength: 1, maxLength: 12 });

const plain = (line: string): string => line.replaceAll(/[“”]/g, '"');
const count = (all: readonly string[], wanted: string): number => all.filter((line) => plain(line) === wanted).length;

describe("every patch", () => {
  it("that shows the whole file gives the other file", () => {
    fc.assert(
      fc.property(lines, lines, fc.boolean(), (one, other, crlf) => {
        const [before = "", after = ""] = [one, other].map((list) => list.map((line) => `${line}\n`).join(""));
        fc.pre(before !== after);
        const hunk = wholeHunk(before, after);
        expect(patchOne(before, hunk)).toBe(after);
        if (crlf) {
          const windows = (text: string): string => text.replaceAll("\n", "\r\n");
          expect(patchOne(windows(before), hunk)).toBe(windows(after));
        }
      }),
      { numRuns: 500 * SHARE },
    );
  });

  it("never throws, and adds and removes exactly the lines that it names", () => {
    const hunkLine = fc.tuple(
      fc.constantFrom(" ", "-", "+", "@@ ", ""),
      fc.constantFrom("a", "b", "  a", "", '"q"', "}"),
    );
    const hunks = fc
      .array(hunkLine, { maxLength: 8 })
      .map((all) => all.map(([mark, line]) => `${mark}${line}\n`).join(""));
    fc.assert(
      fc.property(lines, hunks, (file, body) => {
        const text = file.map((line) => `${line}\n`).join("");
        const result = patchOne(text, body);
        if (typeof result !== "string") return;
        const named = [...new Set([...file, ...body.split("\n").map((line) => line.slice(1))])].map(plain);
        for (const line of named) {
          const grown = count(result.split("\n").slice(0, -1), line) - count(text.split("\n").slice(0, -1), line);
          const lines = body.split("\n");
          expect(grown).toBe(count(lines, `+${line}`) - count(lines, `-${line}`));
        }
      }),
      { numRuns: 2_000 * SHARE },
    );
  });

  it("finds a hunk of 20 lines in a file of 50,000, and says so when it is not there", () => {
    const file = Array.from({ length: 50_000 }, (_, index) => `  line ${index % 7} “x” of ${index}\n`).join("");
    const hunk = Array.from(
      { length: 20 },
      (_, index) => ` \u0020 line ${(index + 2000) % 7} "x" of ${index + 2000}\n`,
    );
    expect(patchOne(file, `${hunk.join("")}+new\n`)).toContain("of 2019\nnew\n");
    expect(patchOne(file, `${hunk.join("")}-nowhere\n`)).toMatchObject({ reason: "NO_MATCH" });
  });

  it("of too many hunks is refused instead of taking seconds", () => {
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const lines = Array.from({ length: 100_000 }, () => (random() < 0.5 ? "a" : "b"));
    const hunk = (_: unknown, index: number) => {
      const own = lines.slice(index * 100, index * 100 + 40).map((line) => ` ${line}\n`);
      return `@@\n${own.join("")}+c\n`;
    };
    const hunks = Array.from({ length: 400 }, hunk);
    expect(patchOne(`${lines.join("\n")}\n`, hunks.join(""))).toMatchObject({ reason: "TOO_LARGE" });
    expect(patchOne("a\n".repeat(100_000), "@@\n-a\n".repeat(1_000))).toMatchObject({ reason: "AMBIGUOUS" });
  });

  it("of 1,600 hunks in 40,000 lines is made, below anchors too", () => {
    const line = (index: number) => (index % 25 === 0 ? `def f${index}` : `  line ${index % 25}`);
    const lines = Array.from({ length: 40_000 }, (_, index) => line(index));
    const hunks = Array.from({ length: 1_600 }, (_, index) => `@@ def f${index * 25}\n   line 5\n+  new\n`);
    const made = patchOne(`${lines.join("\n")}\n`, hunks.join(""));
    expect(
      String(made)
        .split("\n")
        .filter((line) => line === "  new"),
    ).toHaveLength(1_600);
  });
});
