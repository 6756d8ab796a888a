import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { PlainScreen } from "../terminal/plain-screen.ts";
import { LiveOutput } from "./live-output.ts";

function printed(chunks: readonly string[]): string {
  const stream = new PassThrough();
  const live = new LiveOutput(new PlainScreen(stream, {}), "  ");
  for (const chunk of chunks) live.push(chunk);
  live.end();
  return stream.read()?.toString() ?? "";
}

describe("LiveOutput", () => {
  it("shows lines however they are cut, and the last one without an end", () => {
    expect(printed(["on", "e\ntw", "o\nthree"])).toBe("  one\n  two\n  three\n");
    expect(printed([])).toBe("");
  });

  it("shows the first 30 lines as they come, and the last 5 at the end", () => {
    const numbers = Array.from({ length: 100 }, (_, index) => String(index));
    const lines = printed([numbers.map((number) => `${number}\n`).join("")]).split("\n");
    expect(lines.slice(28, 37)).toEqual([
      "  28",
      "  29",
      "  … 65 lines not shown",
      "  95",
      "  96",
      "  97",
      "  98",
      "  99",
      "",
    ]);
  });

  it("keeps only what can be shown of a line without an end", () => {
    expect(printed(Array.from({ length: 100 }, () => "x".repeat(100_000))).length).toBeLessThan(200);
  });
});
