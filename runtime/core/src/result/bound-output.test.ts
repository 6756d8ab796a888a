import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8Length } from "../text/utf8-length.ts";
import { boundOutput } from "./bound-output.ts";
import type { ToolOutput } from "./output.ts";
import { type BoundOutput, OUTPUT_LIMITS } from "./output-limits.ts";

const text = (value: string): ToolOutput => ({ type: "text", text: value });
const bounded = (value: string, limits = {}) => {
  const { output } = boundOutput(text(value), limits);
  if (output.type !== "text") throw new Error("not a text");
  return output.text;
};
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("boundOutput of a text", () => {
  it("gives a small output back as it is", () => {
    const output = text("hello\n");
    expect(boundOutput(output)).toEqual({ cut: false, output });
    expect(boundOutput(output).output).toBe(output);
  });

  it("says so when there is nothing", () => {
    expect(bounded("")).toBe("(no output)");
  });

  it("leaves exactly 50 KiB and exactly 2,000 lines alone", () => {
    for (const value of ["x".repeat(51_200), "é".repeat(25_600), "\n".repeat(2_000), `${"a\n".repeat(1_999)}b`]) {
      expect(bounded(value)).toBe(value);
    }
    expect(bounded("x".repeat(51_201))).toContain("left out");
    expect(bounded("é".repeat(25_601))).toContain("left out");
    expect(bounded(`${"a\n".repeat(2_000)}b`)).toContain("left out");
  });

  it("keeps the first and the last lines whole and counts what is missing", () => {
    const value = numbered(100_000);
    const lines = bounded(value).split("\n");
    const at = lines.findIndex((line) => line.startsWith("[…"));
    expect(lines[at]).toBe(`[… ${missingBytes(value, lines, at)} bytes (${100_001 - lines.length} lines) left out …]`);
    expect(lines.slice(0, at)).toEqual(value.split("\n").slice(0, at));
    expect(lines.slice(at + 1)).toEqual(value.split("\n").slice(at + 1 - lines.length));
    expect(at).toBe(1598);
    expect(lines.length - at - 1).toBe(399);
  });

  it("uses most of both shares when lines are short of the limit", () => {
    const value = Array.from({ length: 1_000 }, (_, index) => `${index} ${"x".repeat(100)}`).join("\n");
    const [head = "", tail = ""] = bounded(value).split(/\n\[….*\]\n/);
    expect(head.length).toBeGreaterThan(40_500);
    expect(tail.length).toBeGreaterThan(10_000);
    expect(tail.startsWith("9")).toBe(true);
  });

  it("cuts inside a line that is too long by itself", () => {
    const shown = bounded(`first\n${"😀".repeat(100_000)}`);
    expect(utf8Length(shown)).toBeGreaterThan(50_000);
    expect(shown).toMatch(/^first\n😀+\n\[… \d+ bytes \(1 lines\) left out …\]\n😀+$/u);
  });

  it("names the ref, within the same limits", () => {
    const result = cutResult(boundOutput(text("x\n".repeat(100_000))));
    const named = result.withRef("r".repeat(64));
    expect(named.type === "text" && named.text).toContain(`ref_id ${"r".repeat(64)}`);
    expect(named.type === "text" && utf8Length(named.text)).toBeLessThanOrEqual(51_200);
    expect(result.fullText).toBe("x\n".repeat(100_000));
  });

  it("holds the limits for every text", () => {
    const line = fc.oneof(fc.string({ unit: "binary", maxLength: 8 }), fc.string({ minLength: 200, maxLength: 3_000 }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.constantFrom("\n", "\r\n", "", "\n\n"), (lines, separator) => {
        const limits = { maxBytes: 1_024, maxLines: 12 };
        const value = lines.join(separator);
        const result = boundOutput(text(value), limits);
        const shown = result.cut ? result.withRef("abcdefghjkmn") : result.output;
        const seen = shown.type === "text" ? shown.text : "";
        expect(utf8Length(seen)).toBeLessThanOrEqual(1_024);
        expect(seen.split("\n").length - (seen.endsWith("\n") ? 1 : 0)).toBeLessThanOrEqual(12);
        expect(seen).not.toBe("");
        expect(seen.toWellFormed()).toBe(seen);
        if (!result.cut && value !== "") expect(seen).toBe(value.toWellFormed());
      }),
    );
  });

  it("takes the default for a limit that is undefined", () => {
    expect(bounded("x".repeat(60_000), { maxBytes: undefined })).toBe(bounded("x".repeat(60_000)));
  });

  it("has limits that make sense together", () => {
    expect(OUTPUT_LIMITS.headBytes + OUTPUT_LIMITS.tailBytes).toBe(OUTPUT_LIMITS.maxBytes);
    expect(utf8Length(bounded("x".repeat(10_000), { maxBytes: 2_000 }))).toBeLessThanOrEqual(2_000);
  });
});

function missingBytes(value: string, lines: readonly string[], at: number): number {
  const kept = lines.filter((_, index) => index !== at).join("\n").length;
  return value.length - kept;
}

function cutResult(result: BoundOutput): Extract<BoundOutput, { cut: true }> {
  if (!result.cut) throw new Error("was not cut");
  return result;
}
