import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outsideCode } from "./outside-code.ts";

const upper = (text: string) => outsideCode(text, (prose) => prose.toUpperCase());

describe("outsideCode", () => {
  it.each([
    ["a `b` c", "A `b` C"],
    ["a ``b ` b`` c", "A ``b ` b`` C"],
    ["a ` b", "A ` B"],
    ["a `` b ` c", "A `` B ` C"],
    ["- a\n  ```js\n  b\n  ```\n- c", "- A\n  ```js\n  b\n  ```\n- C"],
    ["", ""],
  ])("%j becomes %j", (text, changed) => {
    expect(upper(text)).toBe(changed);
  });

  it("loses nothing, and does not stand still for many runs", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "`", "\n"), maxLength: 60 }), (text) => {
        expect(outsideCode(text, (prose) => prose)).toBe(text);
      }),
    );
    const runs = Array.from({ length: 2_000 }, (_, length) => "`".repeat(length % 50)).join("a");
    expect(outsideCode(runs, (prose) => prose)).toBe(runs);
  });
});
