import { describe, expect, it } from "vitest";
import { preview } from "./preview.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`).join("\n");

describe("preview", () => {
  it("shows short texts whole", () => {
    expect(preview("a\nb\n\n", { lines: 3, width: 20 })).toEqual(["a", "b"]);
    expect(preview(lines(4), { lines: 3, width: 20 })).toHaveLength(4);
  });

  it("counts what it leaves out", () => {
    expect(preview(lines(5), { lines: 3, width: 20 })).toEqual(["l0", "l1", "l2", "… 2 more lines"]);
    expect(preview(lines(3_003), { lines: 3, width: 20 }).at(-1)).toBe("… 3,000 more lines");
    expect(preview(lines(9), { lines: 3, width: 20, whole: 3_003 }).at(-1)).toBe("… 3,000 more lines");
  });

  it("clips long lines and spells out controls", () => {
    expect(preview("abcdefghij\u001b", { lines: 3, width: 5 })).toEqual(["abcd…"]);
    expect(preview("a\u001bb", { lines: 3, width: 20 })).toEqual(["a\\u{1b}b"]);
  });
});
