import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePatch } from "./parse-patch.ts";
import { patchPaths } from "./patch.ts";

const wrap = (body: string): string => `*** Begin Patch\n${body}\n*** End Patch`;
const FULL = wrap(
  [
    "*** Add File: src/new.ts",
    "+one",
    "+",
    "*** Delete File: old.ts",
    "*** Update File: src/a.ts",
    "*** Move to: src/b.ts",
    "@@ class A",
    "@@   def f(self):",
    " context",
    "-old",
    "+new",
    "@@",
    "-x",
    "*** End of File",
  ].join("\n"),
);

const FILES = [
  { kind: "add", path: "src/new.ts", content: "one\n\n" },
  { kind: "delete", path: "old.ts" },
  {
    kind: "update",
    path: "src/a.ts",
    moveTo: "src/b.ts",
    hunks: [
      {
        anchors: ["class A", "  def f(self):"],
        lines: [
          { kind: "context", text: "context" },
          { kind: "remove", text: "old" },
          { kind: "add", text: "new" },
        ],
        atEndOfFile: false,
      },
      { anchors: [], lines: [{ kind: "remove", text: "x" }], atEndOfFile: true },
    ],
  },
];

describe("parsePatch", () => {
  it("reads every kind of section", () => {
    const patch = parsePatch(FULL);
    expect(patch).toMatchObject({ ok: true, files: FILES });
    expect(patch.ok && patchPaths(patch)).toEqual(["src/new.ts", "old.ts", "src/a.ts", "src/b.ts"]);
  });

  it.each([
    ["a code fence", `\`\`\`diff\n${FULL}\n\`\`\`\n`],
    ["a heredoc", `<<'EOF'\n${FULL}\nEOF\n`],
    ["a heredoc command", `apply_patch <<"PATCH"\n${FULL}\nPATCH`],
    ["CRLF", FULL.replaceAll("\n", "\r\n")],
    ["blank lines around", `\n\n${FULL}\n\n`],
    ["blanks behind markers", FULL.replace(/^(\*\*\*.*)$/gm, "$1  ")],
    ["an empty line before a section", FULL.replace("*** Delete", "\n*** Delete")],
  ])("reads through %s", (_, text) => {
    expect(parsePatch(text)).toMatchObject({ ok: true, files: FILES });
  });

  it("ignores the line numbers of a unified diff", () => {
    const patch = parsePatch(
      wrap("*** Update File: a\n@@ -1,2 +1,2 @@ function f() {\n-a\n+b\n\\ No newline at end of file"),
    );
    expect(patch).toMatchObject({ files: [{ hunks: [{ anchors: [], lines: [{ text: "a" }, { text: "b" }] }] }] });
  });

  it("takes an empty line in a hunk for an empty context line", () => {
    const patch = parsePatch(wrap("*** Update File: a\n a\n\n-b"));
    expect(patch).toMatchObject({ files: [{ hunks: [{ lines: [{}, { kind: "context", text: "" }, {}] }] }] });
  });

  it("does not take patch text inside a file for a marker", () => {
    const patch = parsePatch(wrap("*** Add File: a\n+*** End Patch\n+*** Update File: b"));
    expect(patch).toMatchObject({ files: [{ content: "*** End Patch\n*** Update File: b\n" }] });
  });

  it.each([
    ["no markers", "*** Update File: a\n-x", 'must begin with the line "*** Begin Patch"'],
    ["text before", `Here it is:\n${FULL}`, "must begin with"],
    ["no end", FULL.replace("*** End Patch", ""), "may have been cut off"],
    ["text after", `${FULL}\nand more words`, 'There is text after "*** End Patch" (line 17)'],
    ["no file", wrap(""), "names no file"],
    ["lines before a file", wrap("-x\n*** Update File: a\n-x"), "line 2 of the patch: expected"],
    ["no path", wrap("*** Update File:\n-x"), "line 2 of the patch: the path is missing"],
    ["no hunk", wrap("*** Update File: a"), "line 2 of the patch: the update changes nothing"],
    ["an empty hunk", wrap("*** Update File: a\n-x\n@@ f"), "line 4 of the patch: the hunk has no lines"],
    [
      "a line without mark",
      wrap("*** Update File: a\n-x\ny"),
      'line 4 of the patch: expected a line that begins with " "',
    ],
    [
      "an added file with another line",
      wrap("*** Add File: a\n+x\ny\n+z"),
      "line 4 of the patch: every line of an added",
    ],
    ["a deleted file with lines", wrap("*** Delete File: a\n-x"), "line 3 of the patch: a deleted file has no lines"],
  ])("refuses %s and says where", (_, text, message) => {
    const refused = parsePatch(text);
    expect(refused).toMatchObject({ ok: false, reason: "INVALID_PATCH" });
    expect(!refused.ok && refused.message).toContain(message);
  });

  it("never throws", () => {
    const line = fc.constantFrom(...FULL.split("\n"), "", "junk", "```", "EOF", " ", "@@", "+", "-");
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(typeof parsePatch(lines.join("\n")).ok).toBe("boolean");
      }),
      { numRuns: 1000 },
    );
  });
});
