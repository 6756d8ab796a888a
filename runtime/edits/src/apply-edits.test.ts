import { describe, expect, it } from "vitest";
import { applyEdits } from "./apply-edits.ts";
import type { EditRequest } from "./edit-request.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const edit = (oldString: string, newString: string, more: Partial<EditRequest> = {}): EditRequest => ({
  oldString,
  newString,
  ...more,
});

describe("applyEdits", () => {
  it("makes each edit on what the one before left", () => {
    const outcome = applyEdits({
      path: "src/a.ts",
      bytes: encode("a\r\nb\nc\n"),
      edits: [edit("a", "b2"), edit("b2", "x\ny"), edit("c", "z")],
    });
    expect(outcome.ok && new TextDecoder().decode(outcome.bytes)).toBe("x\r\ny\r\nb\nz\n");
    expect(outcome).toMatchObject({ summary: "Edited src/a.ts: 3 replacements at lines 1, 1, 4 (+3 −2)" });
  });

  it("names lines as they are in the end, also of edits before an insertion", () => {
    const outcome = applyEdits({
      path: "a",
      bytes: encode("one\ntwo\nthree\n"),
      edits: [edit("three", "3"), edit("one", "0\n1")],
    });
    expect(outcome).toMatchObject({ replacements: [{ line: 1 }, { line: 4 }] });
  });

  it("makes none when one is refused, and says which", () => {
    const outcome = applyEdits({
      path: "a",
      bytes: encode("a\nb\nb\n"),
      edits: [edit("a", "x"), edit("b\nb", "c"), edit("nothing", "y"), edit("c", "d"), edit("x", "z")],
    });
    expect(outcome).toMatchObject({ ok: false, reason: "NO_MATCH" });
    expect(!outcome.ok && outcome.message).toMatch(/^edit 3 of 5: .* No edits were applied\.$/s);
  });

  it("says AMBIGUOUS for the edit that is", () => {
    const outcome = applyEdits({ path: "a", bytes: encode("b\nb\n"), edits: [edit("b", "c")] });
    expect(outcome).toMatchObject({
      reason: "AMBIGUOUS",
      message:
        "edit 1 of 1: old_string matches 2 places (lines 1, 2). Add surrounding lines, or set replace_all=true. No edits were applied.",
    });
  });

  it("takes replace_all per edit", () => {
    const edits = [edit("b", "c", { replaceAll: true }), edit("c\nc", "d")];
    expect(applyEdits({ path: "a", bytes: encode("b\nb\n"), edits })).toMatchObject({ ok: true, text: "d\n" });
  });

  it("reports the loosest tier, and which edit needed it", () => {
    const edits = [edit('"q"', "x"), edit("b", "c")];
    expect(applyEdits({ path: "a", bytes: encode("“q”\nb\n"), edits })).toMatchObject({
      tier: "folded",
      notes: ["edit 1: matched ignoring trailing spaces/typographic quotes"],
    });
  });

  it("refuses edits that cancel out, and edits without number", () => {
    const undone = [edit("a", "b"), edit("b", "a")];
    expect(applyEdits({ path: "a", bytes: encode("a"), edits: undone })).toMatchObject({ reason: "NO_CHANGE" });
    expect(applyEdits({ path: "a", bytes: encode("a"), edits: [] }).ok).toBe(false);
    const many = Array.from({ length: 51 }, () => edit("a", "a"));
    expect(applyEdits({ path: "a", bytes: encode("a"), edits: many }).ok).toBe(false);
    expect(applyEdits({ path: "a", bytes: encode("a"), edits: many.slice(1) }).ok).toBe(true);
  });
});
