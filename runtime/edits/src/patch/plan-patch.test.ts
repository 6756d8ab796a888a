import { describe, expect, it } from "vitest";
import type { EditFailure } from "../edit-failure.ts";
import type { PatchFileState } from "./file-operation.ts";
import { type PatchPlan, planPatch } from "./plan-patch.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function plan(files: Record<string, string | Uint8Array>, body: string): PatchPlan | EditFailure {
  const known = new Map(Object.entries(files));
  const fileAt = (path: string): PatchFileState => {
    const found = known.get(path);
    if (found === undefined) return path === "folder" ? { kind: "directory" } : { kind: "missing" };
    return { kind: "file", bytes: typeof found === "string" ? encode(found) : found };
  };
  return planPatch({ patch: `*** Begin Patch\n${body}\n*** End Patch\n`, fileAt });
}

/** The one file that a patch writes, or the reason and message of the refusal. */
function patched(text: string, hunks: string): string {
  const planned = plan({ a: text }, `*** Update File: a\n${hunks}`);
  if (!planned.ok) return `${planned.reason} ${planned.message}`;
  const [operation] = planned.operations;
  return operation?.kind === "update" ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(operation.bytes) : "?";
}

const NUMBERS = "1\n2\n3\n4\n5\n6\n7\n8\n";

describe("a patch of several files", () => {
  it("plans them all and says what each is", () => {
    const planned = plan(
      { "src/a.ts": NUMBERS, "old.ts": "x\n", from: "1\n2\n" },
      [
        "*** Add File: src/new.ts",
        "+one",
        "+two",
        "*** Update File: src/a.ts",
        " 2",
        "-3",
        "+three",
        "+more",
        "*** Delete File: old.ts",
        "*** Update File: from",
        "*** Move to: to",
        "-2",
        "+two",
      ].join("\n"),
    );
    expect(planned).toMatchObject({
      ok: true,
      summary: ["A src/new.ts (+2)", "M src/a.ts (+2 −1)", "D old.ts", "R from → to (+1 −1)"].join("\n"),
      operations: [
        { kind: "add", path: "src/new.ts", bytes: encode("one\ntwo\n") },
        { kind: "update", path: "src/a.ts", bytes: encode(NUMBERS.replace("3\n", "three\nmore\n")) },
        { kind: "delete", path: "old.ts" },
        { kind: "move", from: "from", path: "to", bytes: encode("1\ntwo\n") },
      ],
    });
    expect(planned.ok && planned.diff).toContain("--- src/a.ts\n+++ src/a.ts\n@@ -1,6 +1,7 @@\n");
  });

  it("moves bytes of any kind when there is no hunk", () => {
    const bytes = Uint8Array.from([0, 255, 13, 10]);
    expect(plan({ a: bytes }, "*** Update File: a\n*** Move to: b")).toMatchObject({
      operations: [{ kind: "move", bytes }],
      summary: "R a → b",
    });
  });

  it.each([
    ["Add on an existing file", "*** Add File: a\n+x", "EXISTS", "a already exists. Use *** Update File, or write."],
    ["Add on a directory", "*** Add File: folder\n+x", "EXISTS", "folder already exists"],
    ["Move onto an existing file", "*** Update File: a\n*** Move to: b\n-1", "EXISTS", "b already exists"],
    ["Delete of nothing", "*** Delete File: none", "NOT_FOUND", "none does not exist"],
    ["Update of nothing", "*** Update File: none\n-x", "NOT_FOUND", "none does not exist"],
    ["Update of a directory", "*** Update File: folder\n-x", "IO", "folder is a directory"],
    ["one file twice", "*** Update File: a\n-1\n*** Update File: ./a\n-2", "INVALID_PATCH", "./a is named twice"],
    [
      "one target twice",
      "*** Add File: c\n+x\n*** Update File: a\n*** Move to: c",
      "INVALID_PATCH",
      "c is named twice",
    ],
    ["a path above the root", "*** Add File: x/../../y\n+x", "OUTSIDE", "x/../../y is outside the workspace"],
    ["an absolute path", "*** Delete File: /etc/passwd", "OUTSIDE", "/etc/passwd is outside the workspace"],
    ["a move to the outside", "*** Update File: a\n*** Move to: ../a", "OUTSIDE", "../a is outside the workspace"],
    ["a file that is no text", "*** Update File: bin\n-x", "BINARY", "bin: "],
    ["a change that is none", "*** Update File: a\n-1\n+1", "NO_CHANGE", "a: the hunks change nothing"],
  ])("refuses %s before anything is written", (_, body, reason, message) => {
    const refused = plan({ a: NUMBERS, b: "b\n", bin: "\0" }, `*** Add File: first\n+x\n${body}`);
    expect(refused).toMatchObject({ ok: false, reason });
    expect(!refused.ok && refused.message).toContain(message);
    expect(!refused.ok && refused.message).toMatch(/Nothing was changed\.$/);
  });
});

describe("hunks", () => {
  it("match in order, each behind the one before", () => {
    expect(patched("w\na\nx\na\nx\n", " w\n-a\n+A\n@@\n-a\n+B")).toBe("w\nA\nx\nB\nx\n");
    expect(patched("1\n2\n3\n", "-3\n+c\n@@\n-1\n+a")).toContain(
      "NO_MATCH a: hunk 2 of 2 matches at line 1, which is before the end of the hunk above.",
    );
  });

  it("are ambiguous when two places fit, however exact the first is", () => {
    expect(patched("x\na\nx\na\n", " x\n-a\n+b")).toBe(
      "AMBIGUOUS a: hunk 1 of 1 matches 2 places (lines 1, 3). Add an @@ line with the class or function it is in, or more context lines. Nothing was changed.",
    );
  });

  it("keep what tier 2 overlooks in context lines, and take the new lines as they are", () => {
    expect(patched("“q”  \nold \nend\t\n", ' "q"\n-old\n+new\n end')).toBe("“q”  \nnew\nend\t\n");
  });

  it("do not match with another indentation", () => {
    expect(patched("    a\n", "-a\n+b")).toContain("NO_MATCH a: hunk 1 of 1 does not match the file.");
  });

  it("keep line breaks, byte order mark and the end of the file", () => {
    expect(patched("\uFEFF1\r\n2\n3\r\n4", " 1\n-2\n+two\n+zwei\n@@\n-4\n+four")).toBe(
      "\uFEFF1\r\ntwo\nzwei\n3\r\nfour",
    );
    expect(patched("1\r\n2", " 2\n+3")).toBe("1\r\n2\r\n3");
    expect(patched("1\n2", " 1\n-2")).toBe("1");
    expect(patched("1\n2", "-1\n+one\n@@\n-2")).toBe("one");
    expect(patched("1\n2\n", " 1\n-2")).toBe("1\n");
    expect(patched("1", "-1")).toBe("");
  });

  it("only add lines where an anchor or the end of the file says so", () => {
    expect(patched(NUMBERS, "+x")).toContain("only adds lines and does not say where");
    expect(patched(NUMBERS, "@@ 4\n+x")).toBe(NUMBERS.replace("4\n", "4\nx\n"));
    expect(patched(NUMBERS, "+x\n*** End of File")).toBe(`${NUMBERS}x\n`);
    expect(patched("1\n2", "+x\n*** End of File")).toBe("1\n2\nx");
    expect(patched("", "+x")).toBe("x\n");
    expect(patched("a\nb\na\n", "@@ a\n+x")).toContain("AMBIGUOUS");
    expect(patched("class FooBar:\n  pass\n", "@@ class Foo\n+x")).toContain("NO_MATCH");
  });

  it("at the end of the file match only there", () => {
    expect(patched("a\nb\na\n", "-a\n+c\n*** End of File")).toBe("a\nb\nc\n");
    expect(patched("a\nb\n", "-a\n+c\n*** End of File")).toContain(
      "matches at line 1, which is not the end of the file",
    );
  });

  it("do without an empty line that only ends the hunk", () => {
    expect(patched("a\nb\n", "-a\n+c\n\n")).toBe("c\nb\n");
    expect(patched("a\n\nb\n", "-a\n+c\n\n-b")).toBe("c\n\n");
  });

  it("say when the change is there already, and what comes near otherwise", () => {
    expect(patched("1\ntwo\n3\n", " 1\n-2\n+two\n 3")).toContain("is already present at line 1; nothing to do?");
    const text = patched(NUMBERS.replace("4", "call(four)"), " 3\n-call(4)\n+x");
    expect(text).toContain('The line "3" is at line 3; re-read lines 1-7.');
  });

  it("refuse what would make the file unreadable", () => {
    expect(patched("a\n", "-a\n+\0")).toContain("BINARY");
    expect(patched("a\n", "-a\n+\uD800")).toContain("NOT_UTF8");
  });
});

describe("anchors", () => {
  const file = "class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 1\n";

  it("choose the block they name, first or last", () => {
    expect(patched(file, "-        return 1\n+        return 2")).toContain("AMBIGUOUS");
    expect(patched(file, "@@ class A:\n-        return 1\n+        return 2")).toBe(file.replace("1", "2"));
    expect(patched(file, "@@ class B:\n-        return 1\n+        return 2")).toBe(file.replace(/1(?=\n$)/, "2"));
  });

  it("may be nested", () => {
    const hunk = "-        return 1\n+        return 2";
    expect(patched(file, `@@ class A:\n@@ def f(self):\n${hunk}`)).toBe(file.replace("1", "2"));
    expect(patched(file, `@@ def f(self):\n${hunk}`)).toContain("AMBIGUOUS");
  });

  it("may leave out what follows the name, but not a part of a name", () => {
    expect(patched(file, "@@ class A\n-        return 1\n+        return 2")).toBe(file.replace("1", "2"));
    expect(patched("classy = 1\nx\n", "@@ class\n-x\n+y")).toContain('the line "@@ class" names was not found');
  });

  it("of a flat file choose the line behind them", () => {
    expect(patched("# A\nx = 1\n# B\nx = 1\n", "@@ # A\n-x = 1\n+x = 2")).toBe("# A\nx = 2\n# B\nx = 1\n");
  });

  it("let braces close", () => {
    const braces = "function f() {\n  a();\n}\nfunction g() {\n  a();\n}\n";
    expect(patched(braces, "@@ function f() {\n-  a();\n+  b();\n }")).toBe(braces.replace("a", "b"));
  });

  it("must stand behind the hunk before", () => {
    expect(patched("a\nb\nc\n", "-c\n+C\n@@ a\n-b\n+B")).toContain('the line "@@ a" names was not found after line 3.');
  });
});
