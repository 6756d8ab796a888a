import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { takeFormulas, withFormulas } from "./find-maths.ts";

const found = (text: string) => takeFormulas(text).formulas.map(({ tex, isBlock }) => (isBlock ? `[${tex}]` : tex));

describe("takeFormulas", () => {
  it("finds formulas in the four ways in which models write them", () => {
    expect(found("is $a_1 * b_2$ and \\(c\\), so $$x^2$$ and\n\\[\ny = *z*\n\\]")).toEqual([
      "a_1 * b_2",
      "c",
      "[x^2]",
      "[y = *z*]",
    ]);
  });

  it.each([
    "It costs $5 and $10.",
    "`$a$` and ``$b$``",
    "```sh\necho $PATH$HOME\n```",
    "an \\$escaped\\$ sign",
    "$ a $",
    "only $one",
    "$a\n\nb$",
  ])("leaves alone what is none: %j", (text) => {
    expect(takeFormulas(text)).toEqual({ text, formulas: [] });
  });

  it("puts each back where it stood", () => {
    const { text, formulas } = takeFormulas("So $a$, then $b$.");
    expect(withFormulas(text, formulas)).toEqual([
      "So ",
      { tex: "a", isBlock: false },
      ", then ",
      { tex: "b", isBlock: false },
      ".",
    ]);
  });

  it("loses nothing, whatever is written", () => {
    const sign = fc.constantFrom("$", "$$", "\\(", "\\)", "\\[", "\\]", "`", "a", " ", "\n", "5", "\uE000", "\uE0010");
    fc.assert(
      fc.property(fc.array(sign), (signs) => {
        const written = signs.join("");
        const { text, formulas } = takeFormulas(written);
        const back = withFormulas(text, formulas).map((piece) => (typeof piece === "string" ? piece : piece.tex));
        const bare = (said: string) => said.replaceAll(/[$\\()[\]\s]/g, "");
        expect(bare(back.join(""))).toBe(bare(written));
      }),
    );
  });

  it("takes no longer for many signs that open and never close", () => {
    expect(takeFormulas("\\( ".repeat(20_000)).formulas).toEqual([]);
  });
});

it("looks once for the end of formulas that have none, however many begin", () => {
  const sought = vi.spyOn(String.prototype, "indexOf");
  const { formulas } = takeFormulas("\\( a ".repeat(1_000));
  const times = sought.mock.calls.length;
  sought.mockRestore();
  expect(formulas).toEqual([]);
  expect(times).toBeLessThan(5);
});
