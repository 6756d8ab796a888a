import { describe, expect, it } from "vitest";
import { edited, outcomeOf } from "../test/edited.ts";

const NESTED = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";

describe("tier 3", () => {
  it("adds the indentation that every line lacks, to the new lines too", () => {
    expect(edited(NESTED, "def f(self):\n    return 1", "def f(self):\n    x = 1\n\n    return x")).toBe(
      NESTED.replace("        return 1", "        x = 1\n\n        return x"),
    );
  });

  it("takes away the indentation that every line has too much", () => {
    expect(edited("if a:\n  b\n", "    if a:\n      b", "    if c:\n      d\n    e")).toBe("if c:\n  d\ne\n");
  });

  it("shifts by tabs", () => {
    expect(edited("\t\ta {\n\t\t\tb\n\t\t}\n", "\ta {\n\t\tb\n\t}", "\tc {\n\t}")).toBe("\t\tc {\n\t\t}\n");
  });

  it("does not double the indentation of a first line", () => {
    expect(edited("    a\n    b\n", "a\nb\n", "c\n  d\n")).toBe("    c\n      d\n");
  });

  it("says by how much, and shows the lines", () => {
    const outcome = outcomeOf(NESTED, "def g(self):\n    return 2", "def g(self):\n    return 3");
    expect(outcome.ok && outcome.summary).toBe(
      [
        "Edited a: 1 replacement at line 5 (+1 −1) [re-indented +4 spaces]",
        "     3\t        return 1",
        "     4\t",
        "     5\t    def g(self):",
        "     6\t        return 3",
      ].join("\n"),
    );
    const less = outcomeOf("b\nc\n", "\tb\n\tc", "\td");
    expect(less.ok && less.notes).toEqual(["re-indented −1 tab"]);
  });

  it("refuses when a new line lacks what would be taken away", () => {
    const outcome = outcomeOf("if a:\n  b\n", "    if a:\n      b", "    if c:\n  d");
    expect(outcome).toMatchObject({ ok: false, reason: "NO_MATCH" });
    expect(!outcome.ok && outcome.message).toContain("new_string line 2 does not begin with the 4 spaces to take away");
  });

  it("is ambiguous when the same block stands at two depths", () => {
    expect(edited("  a\n  b\n    a\n    b\n", "a\nb", "x")).toBe("AMBIGUOUS");
    expect(edited("  a()\n  b()\nif c:\n    a()\n    b()\n", "a()\nb()\n", "x")).toBe("AMBIGUOUS");
  });

  it("does not match when the lines are shifted differently", () => {
    expect(edited("  a\n      b\n", "a\n  b", "x")).toBe("NO_MATCH");
    expect(edited("\ta\n    b\n", "a\nb", "x")).toBe("NO_MATCH");
  });

  it("matches whole lines only", () => {
    expect(edited("    foobar\n", "\tfoo", "x")).toBe("NO_MATCH");
  });

  it("lets blank lines differ in their blanks", () => {
    expect(edited("    a\n  \n    b\n", "a\n\nb", "c\n\nd")).toBe("    c\n\n    d\n");
  });

  it("does not invent a line break at the end of the file", () => {
    expect(edited("  a\n  b", "a\nb\n", "c\nd\n")).toBe("NO_MATCH");
    expect(edited("  a\n  b", "a\nb", "c\nd")).toBe("  c\n  d");
  });

  it("is part of line_trimmed and not of exact", () => {
    expect(edited("  a\n  b\n", "a\nb", "c", "line_trimmed")).toBe("  c\n");
    expect(edited("  a\n  b\n", "a\nb", "c", "exact")).toBe("NO_MATCH");
  });

  it("never leaves broken indentation behind: the block keeps its place", () => {
    const outcome = outcomeOf(NESTED, "def f(self):\n    return 1", "def f(self):\n    if x:\n        return 1");
    expect(outcome.ok && outcome.text).toContain("    def f(self):\n        if x:\n            return 1\n");
  });
});

describe("block_anchor", () => {
  const file = "start {\n  one\n  two\n  three\n  four\n  five\n}\n";

  it("runs only when asked for", () => {
    const old = "start {\n  one\n  2\n  three\n  four\n  five\n}";
    expect(edited(file, old, "x")).toBe("NO_MATCH");
    expect(edited(file, old, "x", "block_anchor")).toBe("x\n");
  });

  it("needs 60 % of the lines between to be equal", () => {
    expect(edited(file, "start {\n  1\n  2\n  three\n  four\n  five\n}", "x", "block_anchor")).toBe("x\n");
    expect(edited(file, "start {\n  1\n  2\n  3\n  four\n  five\n}", "x", "block_anchor")).toBe("NO_MATCH");
  });

  it("needs one best place", () => {
    const old = "start {\n  one\n  2\n  three\n  four\n  five\n}";
    expect(edited(file + file, old, "x", "block_anchor")).toBe("AMBIGUOUS");
    expect(edited(file + file.replace("two", "2"), old, "x", "block_anchor")).toBe(`${file}x\n`);
  });

  it("does not delete unrelated lines between equal ends", () => {
    expect(edited("{\nx\ny\n}\n", "{\ntotally\ndifferent\n}", "z", "block_anchor")).toBe("NO_MATCH");
    expect(edited(file, "start {\n}", "z", "block_anchor")).toBe("NO_MATCH");
  });

  it("re-indents like the block", () => {
    const old = "a {\n  b\n  c\n  X\n}";
    expect(edited("  a {\n    b\n    c\n    d\n  }\n", old, "a {\n  e\n}", "block_anchor")).toBe("  a {\n    e\n  }\n");
  });
});
