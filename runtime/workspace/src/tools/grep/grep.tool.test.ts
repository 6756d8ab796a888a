import { ActivityStream, type JsonObject, type Policy, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import { createMemoryWorkspace } from "../../memory/memory-workspace.adapter.ts";
import { createPermissions } from "../../permissions/create-permissions.ts";
import { chooseEngine, SEARCH_ENGINE } from "../../search/choose-engine.ts";
import { emptyWorkspace, writeAll } from "../../search/search-support.test-data.ts";
import { walkerEngine } from "../../search/walker/walker-engine.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { grepTool } from "./grep.tool.ts";

function grepIn(workspace: Workspace, policy?: Policy) {
  const chunks: string[] = [];
  const overrides = new Map<string, () => unknown>([[WORKSPACE.id, () => workspace]]);
  const activity = new ActivityStream();
  activity.subscribe("tool_output_chunk", ({ data }) => chunks.push(data.chunk));
  const runner = new ToolRunner({
    registry: new ToolRegistry([grepTool()]),
    overrides,
    activity,
    ...(policy && { policy }),
  });
  async function grep(pattern: string, args: JsonObject = {}) {
    const { result, message } = await runner.exec({ name: "grep", arguments: { pattern, ...args } });
    return { ...result, text: String(message.content) };
  }
  return { grep, chunks };
}

async function scene(files: Readonly<Record<string, string>>, policy?: Policy) {
  const workspace = await createMemoryWorkspace({ files });
  return { workspace, ...grepIn(workspace, policy) };
}

const SOURCES = {
  ".gitignore": "dist/\n",
  "src/a.ts": "import x\nconst one = foo(1);\nconst two = 2;\n\n\nfoo(2);\n",
  "src/b.tsx": "foo()\n",
  "docs/a.md": "Foo, foo and foo.\n",
  "dist/a.js": "bar\nbar\nbar\n",
};

describe("grep", () => {
  it("groups lines by file, in the order of paths", async () => {
    const { grep } = await scene(SOURCES);
    expect((await grep("foo")).text).toBe(
      "docs/a.md\n1:Foo, foo and foo.\n\nsrc/a.ts\n2:const one = foo(1);\n--\n6:foo(2);\n\nsrc/b.tsx\n1:foo()",
    );
    expect((await grep("foo", { path: "src/b.tsx" })).text).toBe("src/b.tsx\n1:foo()");
  });

  it("shows lines around a match, and overlapping ones once", async () => {
    const { grep } = await scene(SOURCES);
    expect((await grep("foo", { path: "src/a.ts", context: 1 })).text).toBe(
      "src/a.ts\n1-import x\n2:const one = foo(1);\n3-const two = 2;\n--\n5-\n6:foo(2);",
    );
    expect((await grep("foo|two", { path: "src/a.ts", context: 2 })).text).not.toContain("--");
  });

  it("narrows by glob and type", async () => {
    const { grep } = await scene(SOURCES);
    const ways: readonly JsonObject[] = [
      { glob: "*.tsx" },
      { glob: "src/*.tsx" },
      { glob: "!**/a.*" },
      { path: "src", glob: "b*" },
    ];
    for (const narrowed of ways) expect((await grep("foo", narrowed)).text).toBe("src/b.tsx\n1:foo()");
    expect((await grep("foo", { type: "markdown", mode: "files" })).text).toBe("docs/a.md");
    expect((await grep("foo", { glob: "*.{md,tsx}", mode: "files" })).text.split("\n")).toHaveLength(2);
    expect(await grep("foo", { type: "typescript" })).toMatchObject({ error: { code: "user_error" } });
    expect((await grep("foo", { type: "tss" })).text).toContain("Did you mean: css, ts? Or use glob");
  });

  it("lists files, the last changed first, and counts", async () => {
    const { workspace, grep } = await scene(SOURCES);
    await workspace.files.write("/work/src/a.ts", new TextEncoder().encode("foo\nfoo\n"));
    expect((await grep("foo", { mode: "files" })).text).toBe("src/a.ts\ndocs/a.md\nsrc/b.tsx");
    expect((await grep("foo", { mode: "count" })).text).toBe("docs/a.md:1\nsrc/a.ts:2\nsrc/b.tsx:1");
    expect((await grep("foo", { mode: "count", limit: 1, offset: 2 })).text).toBe(
      "src/a.ts:2\n\n[2-2 of 3 files; next: offset=3, or narrow with path/glob]",
    );
  });

  it("says what it looked for when nothing is found, and what lies in ignored files", async () => {
    const { grep } = await scene(SOURCES);
    expect((await grep("nowhere", { path: "src", glob: "*.ts" })).text).toBe("No matches for /nowhere/ in src (*.ts).");
    expect((await grep("a.b", { fixed: true })).text).toBe('No matches for "a.b" in the workspace.');
    expect((await grep("bar")).text).toBe(
      "No matches for /bar/ in the workspace. 3 matches in ignored files; set ignored=true.",
    );
    expect((await grep("bar", { ignored: true, mode: "count" })).text).toBe("dist/a.js:3");
  });

  it("gives a page, the total and the next call", async () => {
    const lines = (count: number) => "hit\n".repeat(count);
    const { grep } = await scene({ a: lines(3), b: lines(3), c: lines(1) });
    expect((await grep("hit", { limit: 4 })).text).toBe(
      "a\n1:hit\n2:hit\n3:hit\n\nb\n1:hit\n\n[4 of 7 matches in 3 files; next: offset=5, or narrow with path/glob]",
    );
    expect((await grep("hit", { limit: 4, offset: 5 })).text).toBe(
      "b\n2:hit\n3:hit\n\nc\n1:hit\n\n[5-7 of 7 matches in 3 files]",
    );
    expect((await grep("hit", { offset: 9 })).text).toContain("[offset 9 is past the end: 7 matches in 3 files]");
    expect((await grep("hit", { limit: 7 })).text).not.toContain("[");
  });

  it("counts matches from 1, and from the end with a negative offset", async () => {
    const { grep, chunks } = await scene({ a: "1 hit\n2 hit\n", b: "3 hit\n4 hit\n5 hit\n" });
    const first = "a\n1:1 hit\n\n[1 of 5 matches in 2 files; next: offset=2, or narrow with path/glob]";
    for (const offset of [0, 1, -5, -9]) expect((await grep("hit", { limit: 1, offset })).text).toBe(first);
    chunks.length = 0;
    const last = "b\n2:4 hit\n3:5 hit";
    expect((await grep("hit", { offset: -2 })).text).toBe(`${last}\n\n[4-5 of 5 matches in 2 files]`);
    expect(chunks.join("").trim()).toBe(last);
    expect((await grep("hit", { mode: "count", offset: -1 })).text).toBe("b:3\n\n[2-2 of 2 files]");
    expect((await grep("nowhere", { offset: -3 })).text).toContain("No matches");
  });

  it("keeps a page with its surroundings apart from what is not on it", async () => {
    const { grep } = await scene({ a: "1\nhit\n3\nhit\n5\nhit\n7\n" });
    expect((await grep("hit", { limit: 1, offset: 2, context: 1 })).text).toContain("a\n3-3\n4:hit\n5-5\n\n[2-2 of 3");
  });

  it("stops counting at ten thousand, and stays within the limits", async () => {
    const { grep } = await scene({
      a: "hit\n".repeat(12_000),
      b: "hit\n",
      long: `${"wide ".repeat(90)}\n`.repeat(500),
    });
    const { text } = await grep("hit", { limit: 1_000 });
    expect(text).toMatch(/\[1000 of 10000\+ matches in 1\+ files; next: offset=1001/);
    const wide = await grep("wide", { limit: 1_000 });
    expect(Buffer.byteLength(wide.text)).toBeLessThan(51_200);
    const shown = wide.text.split("\n").filter((line) => /^\d+:/.test(line)).length;
    expect(wide.text).toContain(`[${shown} of 500 matches in 1 file; next: offset=${shown + 1},`);
  });

  it("shows of a long line what is around the match, whole characters only", async () => {
    const { grep } = await scene({ a: `${"😀".repeat(3_000)}needle${"é".repeat(3_000)}\n` });
    const { text } = await grep("needle");
    expect(text).toMatch(/^a\n1:…(?:😀)+needleé+…$/u);
    expect(text.length).toBeLessThan(510);
  });

  it("searches for a pattern that is no regular expression as plain text, and says so", async () => {
    const { grep } = await scene({ a: "foo(1)\nbar[2]\n", b: "x\ny\n" });
    const says = "searched as plain text: the pattern is not a valid regular expression";
    expect((await grep("foo(")).text).toBe(`a\n1:foo(1)\n\n[${says}: unclosed group]`);
    expect((await grep("bar[", { mode: "files" })).text).toBe(`a\n\n[${says}: unclosed character class]`);
    expect((await grep("foo(2")).text).toBe(`No matches for "foo(2" in the workspace.\n\n[${says}: unclosed group]`);
    expect((await grep("x\\ny")).text).toBe(
      "b\n1:x\n2:y\n\n[searched with multiline=true: the pattern reaches over lines]",
    );
    expect((await grep("foo(", { fixed: true })).text).toBe("a\n1:foo(1)");
  });

  it("explains a pattern that cannot be used", async () => {
    const { grep } = await scene(SOURCES);
    expect((await grep("foo(?!bar)")).error).toMatchObject({
      code: "user_error",
      reason: "UNSUPPORTED",
      suggestion: "Search for less, without look-around and back-references.",
    });
    expect((await grep("x\0")).error?.code).toBe("user_error");
    expect((await grep("x", { context: 11 })).error?.code).toBe("invalid_arguments");
  });

  it("names a missing path, and refuses one outside", async () => {
    const { grep } = await scene(SOURCES);
    expect((await grep("nowhere", { path: "scr" })).error).toMatchObject({
      reason: "NOT_FOUND",
      suggestion: "Did you mean: src?",
    });
    expect((await grep("x", { path: "../.." })).error?.code).toBe("security_violation");
  });

  it("takes a glob for a path", async () => {
    const { grep } = await scene(SOURCES);
    expect((await grep("foo", { path: "src/*.tsx" })).text).toBe("src/b.tsx\n1:foo()");
    expect((await grep("Foo", { path: "**/*.md" })).text).toBe("docs/a.md\n1:Foo, foo and foo.");
    expect((await grep("foo", { path: "src/*.go" })).text).toContain("No matches for /foo/ in src (src/*.go).");
    const real = await scene({ "a[b].txt": "foo\n", "ab.txt": "foo\n" });
    expect((await real.grep("foo", { path: "a[b].txt" })).text).toBe("a[b].txt\n1:foo");
  });

  it("searches the nearest folder of a missing path, and says so", async () => {
    const { grep } = await scene(SOURCES);
    const { text, isError } = await grep("Foo", { path: "docs/deep/limits.md" });
    expect(text).toBe("docs/a.md\n1:Foo, foo and foo.\n\n[docs/deep/limits.md does not exist. Searched docs instead.]");
    expect(isError).toBe(false);
  });

  it("searches no folder for a missing path that it would have to ask for", async () => {
    const ask: Policy = { decide: (_, { path }) => ({ verdict: path === "docs" ? "ask" : "allow" }) };
    const { grep } = await scene(SOURCES, ask);
    expect((await grep("Foo", { path: "docs/limits.md" })).text).not.toContain("foo");
    expect((await grep("Foo", { path: "docs/limits.md" })).error).toMatchObject({ reason: "NOT_FOUND" });
  });

  it("names the files that only the glob leaves out", async () => {
    const { grep } = await scene(SOURCES);
    expect((await grep("foo", { path: "src", glob: "*.md" })).text).toBe(
      "No matches for /foo/ in src (*.md). 3 matches in other files: src/a.ts, src/b.tsx",
    );
    expect((await grep("nowhere", { glob: "*.md" })).text).toBe("No matches for /nowhere/ in the workspace (*.md).");
  });

  it("does not show what may not be read, nor whether it would match", async () => {
    const policy = { allow: [], ask: [], deny: [{ rule: "Read(secrets/**)", match: [], notMatch: [] }] };
    const permissions = createPermissions({ root: "/work", home: "/home", policies: [{ scope: "cli", policy }] });
    const { grep } = await scene({ "secrets/key": "token=1\n", "b.txt": "token=2\n" }, permissions.policy);
    expect((await grep("token")).text).toBe("b.txt\n1:token=2");
    expect((await grep("token=1")).text).toBe("No matches for /token=1/ in the workspace.");
    expect((await grep("token", { mode: "count" })).text).not.toContain("secrets");
  });

  it("tells of binary files, and of names that hold line feeds", async () => {
    const { grep } = await scene({ "x.bin": `needle\n${"line\n".repeat(20_000)}\0`, "a\nb": "needle\n" });
    expect((await grep("needle")).text).toBe("a\\nb\n1:needle\n\n[1 binary file also matches: x.bin]");
  });
});

describe("grep on this machine", () => {
  it("runs ripgrep where there is one, and shows what it finds meanwhile", async () => {
    const workspace = await emptyWorkspace();
    await writeAll(workspace, { "a.txt": "one\nneedle\n", "b.txt": "needle\n" });
    const { grep, chunks } = grepIn(workspace);
    expect((await grep("needle")).text).toBe("a.txt\n2:needle\n\nb.txt\n1:needle");
    expect(chunks.join("")).toBe("a.txt\n2:needle\nb.txt\n1:needle\n");
    const bundled = await import("@vscode/ripgrep").then(
      () => true,
      () => false,
    );
    if (bundled) expect((await chooseEngine(workspace)).name).toBe("ripgrep");
  });

  it("does not run an rg that the workspace brings along", async () => {
    const workspace = await emptyWorkspace();
    await writeAll(workspace, {
      "bin/rg": `#!/bin/sh\ntouch ${workspace.root}/ran\necho ripgrep 99.0.0\n`,
      "a.txt": "needle\n",
    });
    await workspace.files.setMode(`${workspace.root}/bin/rg`, 0o755);
    const environment = { ...process.env, PATH: `${workspace.root}/bin` };
    const local = await createLocalWorkspace({
      root: workspace.root,
      environment,
      stateDirectory: workspace.stateDirectory,
    });
    expect(await local.processes.locate("rg")).toHaveLength(1);
    expect((await grepIn(local).grep("needle", { path: "a.txt" })).text).toBe("a.txt\n1:needle");
    expect(await local.files.stat(`${workspace.root}/ran`)).toBeUndefined();
  });

  it("searches by itself when ripgrep breaks down", async () => {
    const workspace = await createMemoryWorkspace({
      files: { "a.txt": "needle\n" },
      programs: {
        async rg({ args, stdout }) {
          if (args[0] !== "--version") return 101;
          await stdout("ripgrep 15.0.0\n");
          return 0;
        },
      },
    });
    expect((await chooseEngine(workspace)).name).toBe("ripgrep");
    expect((await grepIn(workspace).grep("needle")).text).toBe("a.txt\n1:needle");
  });

  it("counts what could not be read", async () => {
    const complaint = "rg: ./x: Permission denied (os error 13)\n";
    const workspace = await createMemoryWorkspace({
      programs: {
        async rg({ args, stdout, stderr }) {
          if (args[0] === "--version") await stdout("ripgrep 15.0.0\n");
          else await stderr(complaint + complaint);
          return args[0] === "--version" ? 0 : 2;
        },
      },
    });
    expect((await grepIn(workspace).grep("needle")).text).toContain("[2 paths could not be read]");
  });

  it("stops with its run", async () => {
    const workspace = await createMemoryWorkspace({ files: { a: "needle\n" } });
    const overrides = new Map<string, () => unknown>([
      [WORKSPACE.id, () => workspace],
      [SEARCH_ENGINE.id, () => walkerEngine],
    ]);
    const runner = new ToolRunner({ registry: new ToolRegistry([grepTool()]), overrides });
    const { result } = await runner.exec(
      { name: "grep", arguments: { pattern: "x" } },
      { signal: AbortSignal.abort() },
    );
    expect(result.isError).toBe(true);
  });
});
