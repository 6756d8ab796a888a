import { describe, expect, it } from "vitest";
import { edited, outcomeOf } from "../test/edited.ts";

describe("tier 2", () => {
  it.each([
    ["trailing blanks in the file", "a  \nb\t\nc\n", "a\nb", "x", "x\nc\n"],
    ["trailing blanks in old_string", "a\nb\nc\n", "a \nb  ", "x", "x\nc\n"],
    ["curly quotes", "say(“hi”)\n", 'say("hi")', "x", "x\n"],
    ["dashes", "1–2\n", "1-2", "x", "x\n"],
    ["a no-break space", "a\u00A0b\n", "a b", "x", "x\n"],
    ["a decomposed accent", "cafe\u0301 noir\n", "café", "thé", "thé noir\n"],
    ["plain quotes where old_string has curly ones", 'say("hi")\n', "say(“hi”)", "x", "x\n"],
  ])("ignores %s", (_, file, oldString, newString, expected) => {
    expect(edited(file, oldString, newString)).toBe(expected);
  });

  it("replaces only the matched span and leaves all else as it was", () => {
    const file = "‘keep’ — dash ＡＢ  \nlet a = “x”;\t\n‘keep’ too \n";
    expect(edited(file, 'let a = "x";', "let a = 1;")).toBe("‘keep’ — dash ＡＢ  \nlet a = 1;\n‘keep’ too \n");
  });

  it("takes the blanks at the end of the matched line along, but not in mid-line", () => {
    expect(edited("a “b”  \nc\n", '"b"', "x")).toBe("a x\nc\n");
    expect(edited("a “b”  c\n", '"b"', "x")).toBe("a x  c\n");
  });

  it("does not match a stripped last line in the middle of a longer one", () => {
    expect(edited("foobar\n“q”\n", "foo ", "x")).toBe("NO_MATCH");
    expect(edited("foo\n“q”\n", "foo ", "x")).toBe("x\n“q”\n");
  });

  it("is ambiguous when two places fold to the same", () => {
    expect(edited("“a”\n„a‟\n", '"a"', "x")).toBe("AMBIGUOUS");
  });

  it("does not match blanks alone", () => {
    expect(edited("a\n\u00A0\nb\n", "  \n", "x")).toBe("NO_MATCH");
  });

  it("does not match half a character", () => {
    // U+0958 folds to a letter and a mark; the letter alone is not there.
    expect(edited("\u0958", "\u0915", "x")).toBe("NO_MATCH");
  });

  it("does not fold compatibility forms", () => {
    expect(edited("ＡＢ\n", "AB", "x")).toBe("NO_MATCH");
  });

  it("shows what was written, with two lines around, and says how it matched", () => {
    const outcome = outcomeOf("1\n2\n3\n“q”\n5\n6\n7\n", '"q"', "x\ny");
    expect(outcome).toMatchObject({
      tier: "folded",
      matchMode: "line_trimmed",
      summary: [
        "Edited a: 1 replacement at line 4 (+2 −1) [matched ignoring trailing spaces/typographic quotes]",
        "     2\t2",
        "     3\t3",
        "     4\tx",
        "     5\ty",
        "     6\t5",
        "     7\t6",
      ].join("\n"),
    });
  });

  it("shows at most 40 lines", () => {
    const outcome = outcomeOf("“q”\n", '"q"', "x\n".repeat(100));
    expect(outcome.ok && outcome.summary.split("\n").length).toBe(41);
  });

  it("is off in mode exact", () => {
    expect(edited("“q”\n", '"q"', "x", "exact")).toBe("NO_MATCH");
  });
});
