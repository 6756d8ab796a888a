import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePatch } from "./parse-patch.ts";
import { namingFile } from "./parse-unified-diff.ts";

const UPDATE = "--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
const LINES = [
  { kind: "context", text: "one" },
  { kind: "remove", text: "two" },
  { kind: "add", text: "2" },
];
const FILES = [{ kind: "update", path: "src/x.ts", hunks: [{ anchors: [], lines: LINES }] }];

describe("a unified diff", () => {
  it.each([
    ["as it is", UPDATE],
    ["in a code fence", `\`\`\`diff\n${UPDATE}\`\`\`\n`],
    ["as git writes it", `diff --git a/src/x.ts b/src/x.ts\nindex 12ab..34cd 100644\n${UPDATE}`],
    ["with CRLF", UPDATE.replaceAll("\n", "\r\n")],
    ["without a/ and b/", UPDATE.replace("a/src", "src").replace("b/src", "src")],
    ["with dates", UPDATE.replaceAll(/^((?:---|\+\+\+) .*)$/gm, "$1\t2026-01-01 00:00:00")],
  ])("is read %s", (_, text) => {
    expect(parsePatch(text)).toMatchObject({ ok: true, files: FILES });
  });

  it("adds, deletes, and changes several files", () => {
    const add = "--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+one\n";
    const remove = "--- a/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n";
    expect(parsePatch(add + remove + UPDATE)).toMatchObject({
      files: [{ kind: "add", path: "new.ts", content: "one\n" }, { kind: "delete", path: "old.ts" }, ...FILES],
    });
  });

  it("keeps removed and added lines that look like the names of a file", () => {
    const text = "--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n--- old note\n+++ new note\n select 1\n";
    const lines = [{ text: "-- old note" }, { text: "++ new note" }, { text: "select 1" }];
    expect(parsePatch(text)).toMatchObject({ files: [{ path: "x.sql", hunks: [{ lines }] }] });
  });

  it.each([
    ["a rename", "--- a/one.ts\n+++ b/two.ts\n@@ -1 +1 @@\n-a\n+b\n", "does not rename"],
    ["no path", "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n+b\n", "the path is missing"],
    ["a rename of git", "diff --git a/x b/y\nrename from x\nrename to y\n", 'expected "--- a/path"'],
    ["words between", `${UPDATE}And then:\n`, "line 7 of the patch: expected a line that begins with"],
  ])("is refused with %s", (_, text, message) => {
    expect(parsePatch(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });

  it("needs no names beside the name of a file", () => {
    const hunks = UPDATE.split("\n").slice(2).join("\n");
    expect(parsePatch(hunks)).toMatchObject({ ok: false });
    expect(parsePatch(namingFile(hunks, "src/x.ts"))).toMatchObject({ files: FILES });
    expect(namingFile(UPDATE, "y.ts")).toBe(UPDATE);
  });

  it.each([
    ["Aider's", "<<<<<<< SEARCH", ">>>>>>> REPLACE"],
    ["Cline's", "------- SEARCH", "+++++++ REPLACE"],
  ])("takes blocks that search and replace as hunks of a named file: %s", (_, search, replace) => {
    const block = (before: string, after: string) => [search, before, "=======", after, replace].join("\n");
    const patch = namingFile(
      `src/x.ts\n\`\`\`\n${block("one\n-- two", "2")}\n${block("three", "")}\n\`\`\``,
      "src/x.ts",
    );
    expect(parsePatch(patch)).toMatchObject({
      files: [
        {
          kind: "update",
          path: "src/x.ts",
          hunks: [
            {
              lines: [
                { kind: "remove", text: "one" },
                { kind: "remove", text: "-- two" },
                { kind: "add", text: "2" },
              ],
            },
            {
              lines: [
                { kind: "remove", text: "three" },
                { kind: "add", text: "" },
              ],
            },
          ],
        },
      ],
    });
    for (const other of [block("", "x").replace("\n\n", "\n"), `${search}\none`, `Words:\n${block("a", "b")}`])
      expect(namingFile(other, "src/x.ts")).toBe(other);
  });

  it("never makes a parser throw", () => {
    const line = fc.constantFrom(
      ...UPDATE.split("\n"),
      "--- /dev/null",
      "+++ /dev/null",
      "diff --git a b",
      "```",
      "-- x",
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(typeof parsePatch(["--- a/x", "+++ b/x", ...lines].join("\n")).ok).toBe("boolean");
      }),
    );
  });
});
