import { describe, expect, it } from "vitest";
import { withLooks, withoutLooks } from "./looks.ts";

const E = "\u001b";

describe("withLooks", () => {
  it("puts marks where the artifact says that looks change", () => {
    const looks = [
      [0, "31"],
      [3, "1;38;5;9"],
      [3, ""],
      [7, "32"],
    ];
    const marked = withLooks("red ok!", { looks });
    expect(marked).toBe(`${E}[0;31mred${E}[0;1;38;5;9m${E}[0m ok!${E}[0;32m`);
    expect(withoutLooks(marked)).toBe("red ok!");
  });

  it("changes no character, whatever an artifact holds", () => {
    const odd = [
      [2, "31"],
      [1, "32"],
      [Number.NaN, "1"],
      [3, "1m\u001b[2J"],
      [3, 31],
      ["3", "31"],
      null,
      7,
      [],
      [99, "4"],
      [-1, "5"],
    ];
    for (const artifact of [undefined, null, { looks: "x" }, { looks: odd }, [], { looks: {} }]) {
      const marked = withLooks("text", artifact);
      expect(withoutLooks(marked)).toBe("text");
      expect(marked).not.toContain("2J");
    }
    const many = Array.from({ length: 100_000 }, () => [0, "31"]);
    expect(withLooks("text", { looks: many }).length).toBeLessThan(50_000);
  });
});
