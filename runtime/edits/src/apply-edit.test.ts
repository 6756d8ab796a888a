import { describe, expect, it } from "vitest";
import { type ApplyEditOptions, applyEdit } from "./apply-edit.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

type Options = Partial<Omit<ApplyEditOptions, "oldString" | "newString" | "bytes">>;

/** The text after an edit, or the reason why there is none. */
function edited(file: string, oldString: string, newString: string, options: Options = {}): string {
  const outcome = applyEdit({ path: "src/a.ts", bytes: encode(file), oldString, newString, ...options });
  return outcome.ok ? decode(outcome.bytes) : outcome.reason;
}

function message(file: string, oldString: string, newString: string, options: Options = {}): string {
  const outcome = applyEdit({ path: "src/a.ts", bytes: encode(file), oldString, newString, ...options });
  return outcome.ok ? outcome.summary : outcome.message;
}

describe("exact edits", () => {
  it("replaces the one place and says where and how much", () => {
    const outcome = applyEdit({
      path: "src/a.ts",
      bytes: encode("one\ntwo\nthree\n"),
      oldString: "two",
      newString: "2\n2½",
    });
    expect(outcome).toMatchObject({
      ok: true,
      text: "one\n2\n2½\nthree\n",
      changed: true,
      replacements: [{ line: 2 }],
      matchMode: "exact",
      tier: "exact",
      added: 2,
      removed: 1,
      summary: "Edited src/a.ts: 1 replacement at line 2 (+2 −1)",
    });
  });

  it.each([
    ["$&", "a$&c"],
    ["$$", "a$$c"],
    ["$1$`$'", "a$1$`$'c"],
  ])("inserts %s as it is", (newString, text) => {
    expect(edited("abc", "b", newString)).toBe(text);
    expect(edited("bb", "b", newString, { replaceAll: true })).toBe(newString + newString);
  });

  it("counts overlapping places", () => {
    expect(message("aaa", "aa", "b")).toBe(
      "old_string matches 2 places (line 1, 1). Add surrounding lines, or set replace_all=true.".replace(
        "line 1",
        "lines 1",
      ),
    );
  });

  it("stops at ambiguity instead of trying something looser", () => {
    expect(edited("v = foo()\n    foo()\n", "foo()", "bar()")).toBe("AMBIGUOUS");
    expect(message("x\nx\ny\nx\n", "x", "z")).toBe(
      "old_string matches 3 places (lines 1, 2, 4). Add surrounding lines, or set replace_all=true.",
    );
  });

  it("prefers the exact place to one that only folds to the same", () => {
    expect(edited('a = “x”\na = "x"\n', 'a = "x"', "b")).toBe("a = “x”\nb\n");
  });

  it("does not take a neighbour for the name asked for", () => {
    expect(edited("user_id1 = 1\n", "user_id2 = 1", "x")).toBe("NO_MATCH");
    expect(edited("if (age > 0)\n", "if (age >= 0)", "x")).toBe("NO_MATCH");
    expect(edited("foobar()\n", "\nfoo\n", "x")).toBe("NO_MATCH");
  });

  it("deletes with an empty new_string", () => {
    expect(edited("a\nb\nc\n", "b\n", "")).toBe("a\nc\n");
  });
});

describe("replace_all", () => {
  it("replaces every place, left to right", () => {
    expect(edited("a b a\na\n", "a", "aa", { replaceAll: true })).toBe("aa b aa\naa\n");
    expect(edited("aaa", "aa", "b", { replaceAll: true })).toBe("ba");
    expect(message("a\nb\na\n", "a", "c", { replaceAll: true })).toBe(
      "Edited src/a.ts: 2 replacements at lines 1, 3 (+2 −2)",
    );
  });

  it("never uses a looser tier", () => {
    expect(edited("a  \nb\na\t\nb\n", "a\nb", "x", { replaceAll: true })).toBe("NO_MATCH");
    expect(message("a  \nb\n", "a\nb", "x", { replaceAll: true })).toContain('match_mode "auto"');
    expect(edited("a\n", "a", "b", { replaceAll: true, matchMode: "line_trimmed" })).toBe("NO_MATCH");
  });

  it("refuses a result that is too large instead of building it", () => {
    const outcome = edited("a".repeat(100_000), "a", "b".repeat(10_000), { replaceAll: true });
    expect(outcome).toBe("TOO_LARGE");
  });
});

describe("expected_replacements", () => {
  it("passes when the number is right", () => {
    expect(edited("a a", "a", "b", { replaceAll: true, expectedReplacements: 2 })).toBe("b b");
    expect(edited("a", "a", "b", { expectedReplacements: 1 })).toBe("b");
  });

  it("refuses another number, and names the places", () => {
    expect(message("a\na\n", "a", "b", { replaceAll: true, expectedReplacements: 3 })).toBe(
      "Expected 3 replacements, found 2 (lines 1, 2). Read the file again and correct the number or old_string.",
    );
    expect(edited("a\na\n", "a", "b", { replaceAll: true, expectedReplacements: 1 })).toBe("AMBIGUOUS");
    expect(edited("a\n", "a", "b", { expectedReplacements: 0 })).toBe("AMBIGUOUS");
  });

  it("does not stand in for replace_all", () => {
    expect(edited("a a", "a", "b", { expectedReplacements: 2 })).toBe("AMBIGUOUS");
  });
});

describe("empty and identical strings", () => {
  it("creates a file, or fills an empty one", () => {
    const created = applyEdit({ path: "a", bytes: undefined, oldString: "", newString: "x\n" });
    expect(created).toMatchObject({ ok: true, text: "x\n", replacements: [{ line: 1 }] });
    expect(edited("", "", "x")).toBe("x");
    expect(edited("\uFEFF", "", "x")).toBe("\uFEFFx");
  });

  it("never replaces content silently", () => {
    expect(message(" ", "", "x")).toContain("Use write to create or replace a whole file.");
  });

  it("cannot edit what is not there", () => {
    expect(applyEdit({ path: "a", bytes: undefined, oldString: "x", newString: "y" })).toMatchObject({
      ok: false,
      reason: "NOT_FOUND",
    });
  });

  it("creates an empty file when that is what was asked for", () => {
    const created = applyEdit({ path: "a", bytes: undefined, oldString: "", newString: "" });
    expect(created).toMatchObject({ ok: true, changed: true, bytes: new Uint8Array() });
  });

  it("succeeds without doing anything when old and new are the same", () => {
    const outcome = applyEdit({ path: "a", bytes: encode("whatever"), oldString: "x", newString: "x" });
    expect(outcome).toMatchObject({ ok: true, changed: false, replacements: [], text: "whatever" });
    expect(message("whatever", "x", "x")).toBe(
      "No changes needed in src/a.ts [old_string and new_string are identical]",
    );
  });

  it("refuses an edit that changes no byte", () => {
    expect(edited("a\r\nb\r\n", "a\r\nb", "a\nb")).toBe("NO_CHANGE");
  });
});

describe("bytes that are no text", () => {
  it.each([
    ["NOT_UTF8", [0xe9, 0x61]],
    ["BINARY", [0x61, 0]],
  ])("refuses %s", (reason, bytes) => {
    const outcome = applyEdit({ path: "a", bytes: Uint8Array.from(bytes), oldString: "a", newString: "b" });
    expect(outcome).toMatchObject({ ok: false, reason });
  });

  it("does not put into a file what would make it unreadable", () => {
    expect(edited("a", "a", "\0")).toBe("BINARY");
    expect(edited("a", "a", "\uD800")).toBe("NOT_UTF8");
  });

  it("does not cut a surrogate pair", () => {
    expect(edited("😀", "\uDE00", "x")).toBe("NO_MATCH");
  });
});
