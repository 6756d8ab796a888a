import { describe, expect, it } from "vitest";
import { type ApplyEditOptions, applyEdit } from "./apply-edit.ts";
import { editFailureText } from "./edit-failure.ts";

type Options = Partial<ApplyEditOptions>;

/** The text of a refused edit. */
function refusal(file: string, oldString: string, newString: string, options: Options = {}): string {
  const bytes = new TextEncoder().encode(file);
  const outcome = applyEdit({ path: "src/a.ts", bytes, oldString, newString, ...options });
  return outcome.ok ? `applied: ${outcome.text}` : editFailureText(outcome);
}

const CODE = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join("\n");

describe("the message when nothing matches", () => {
  it("names the line that is there, and the lines to read again", () => {
    const file = CODE.replace("line 88", "foo(bar)");
    expect(refusal(file, "foo(bar)\nbaz()", "x")).toBe(
      [
        'NO_MATCH old_string was not found in src/a.ts (100 lines). The line "foo(bar)" is at line 88; re-read lines 85-92.',
        "Closest lines in the file (blanks visible where a line differs):",
        "    88\tfoo(bar)",
        "    89\tline·89",
      ].join("\n"),
    );
  });

  it("shows the blanks of the line that differs, and only of that one", () => {
    const text = refusal("if (a) {\n\tfoo(1, 2);\n}\n", "if (a) {\n    foo(1,2);\n}", "x");
    expect(text).toContain("     1\tif (a) {\n     2\t→foo(1,·2);\n     3\t}");
  });

  it("says when new_string is there already", () => {
    const file = CODE.replace("line 90", "const fixed = true;");
    expect(refusal(file, "const fixed = false;", "const fixed = true;")).toBe(
      "NO_MATCH new_string is already present at line 90; nothing to do?",
    );
  });

  it("does not say so of a text that would be there by chance, or stands in several places", () => {
    expect(refusal("a\n}\n", "b {", "}")).not.toContain("already present");
    expect(refusal("const a = 1;\nconst a = 1;\n", "const a = 2;", "const a = 1;")).not.toContain("already present");
  });

  it("recognises the line numbers of read", () => {
    expect(refusal("foo\nbar\n", "    88\tfoo\n    89\tbaz", "x")).toBe(
      'NO_MATCH old_string starts with line numbers from read output ("88⇥"). Remove them.',
    );
    expect(refusal("foo\nfoo\n", "88→foo", "x")).toContain('("88→")');
  });

  it("takes line numbers that are really in the file for what they are", () => {
    expect(refusal("1\tfoo\n", "1\tfoo", "x")).toBe("applied: x\n");
  });

  it("recognises arguments that were escaped twice, and does not apply them", () => {
    const text = refusal('a\nb\tc\nprint("x")\n', 'b\\tc\\nprint(\\"x\\")', "y");
    expect(text).toContain("NO_MATCH old_string seems double-escaped");
    expect(text).toContain("at line 2");
  });

  it("does not turn an escape in source code into the character", () => {
    expect(refusal('join("\\t")\n', 'join("\\t")', 'join("\\n")')).toBe('applied: join("\\n")\n');
  });

  it("says when only the capitals differ", () => {
    expect(refusal("\nconst Foo = 1;\n", "const foo = 1;", "x")).toBe(
      "NO_MATCH A text that differs only in capitalisation is at line 2. Copy it exactly.",
    );
  });

  it("says when only blanks and line breaks differ", () => {
    const text = refusal("one\ncall(a,\n   b)\n", "call(a, b)\nand", "x");
    expect(text).not.toContain("differs only");
    expect(refusal("one\ncall(a,\n   b)\n", "call(a, b)", "x")).toContain("begins at line 2; re-read lines 2-2");
  });

  it("finds the most similar line when none is equal", () => {
    const file = CODE.replace("line 40", "const total = sumOfAllValues(list);");
    expect(refusal(file, "const total = sumOfValues(list);", "x")).toContain(
      'The closest line is "const total = sumOfAllValues(list);" at line 40; re-read lines 37-44.',
    );
  });

  it("says to read again when nothing is near", () => {
    expect(refusal("a\n", "completely different", "x")).toBe(
      "NO_MATCH old_string was not found in src/a.ts (1 line). Read the file again and copy the text exactly.",
    );
  });

  it("never has a hint of more than 2,000 characters", () => {
    const line = "x".repeat(150);
    const file = Array.from({ length: 100 }, (_, index) => `${index} ${line}`).join("\n");
    const outcome = applyEdit({
      path: "a",
      bytes: new TextEncoder().encode(file),
      oldString: file.replaceAll("5 ", "five "),
      newString: "y",
    });
    expect(outcome.ok).toBe(false);
    expect(!outcome.ok && outcome.hint?.length).toBeGreaterThan(1000);
    expect(!outcome.ok && outcome.hint?.length).toBeLessThanOrEqual(2000);
  });
});
