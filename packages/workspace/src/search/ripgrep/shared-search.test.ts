import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProcessRequest } from "../../workspace/processes.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { FoundLine, LineSearch, SearchScope } from "../search-engine.port.ts";
import { emptyWorkspace, writeAll } from "../search-support.test-data.ts";
import { findRipgrep } from "./find-ripgrep.ts";
import { ripgrepEngine } from "./ripgrep-engine.ts";

const FILES = {
  "a.ts": "const one = foo(1);\r\nBAR\n\nfoo bar\n",
  "b/c.md": "Foo and bar.\nnothing\nx+y [z]\n",
  "b/d.bin": "foo\n\0bar\nfoo\n",
  "b.md": "foo\n",
  "b-d/e.md": "foo bar\n",
  "b/c/d.md": "foo\n",
  "b/c-d.md": "bar\n",
  "b/\u{10FFFF}.md": "foo\n",
  "b/\uFF5E.md": "foo\n",
  "long.txt": `${"y".repeat(700)} foo\nbar\n`,
};

const PATTERNS = [
  "foo",
  "bar",
  "^foo",
  "o{2}",
  "[a-c]ar",
  "b.r$",
  "nothing|z",
  "x\\+y",
  "(?i)FOO",
  "absent",
  "",
  "(",
  "\\bbar\\b",
  "\\r",
];

const search = fc.record({
  pattern: fc.constantFrom(...PATTERNS),
  fixed: fc.boolean(),
  ignoreCase: fc.boolean(),
  multiline: fc.constant(false),
  context: fc.constantFrom(0, 0, 0, 1),
});

async function scene() {
  const workspace = await emptyWorkspace();
  await writeAll(workspace, FILES);
  let started = 0;
  const start = (request: ProcessRequest) => {
    started += 1;
    return workspace.processes.start(request);
  };
  const counted: Workspace = { ...workspace, processes: { ...workspace.processes, start } };
  const program = (await findRipgrep(workspace)) ?? "";
  const engine = ripgrepEngine(program);
  async function run(lines: LineSearch): Promise<unknown> {
    const found: (string | FoundLine | boolean)[] = [];
    const scope: SearchScope = {
      workspace: counted,
      path: workspace.root,
      isFile: false,
      ignored: false,
      accepts: () => true,
    };
    const sink = {
      file: (path: string) => found.push(path) > 0,
      line: (line: FoundLine) => void found.push(line),
      end: ({ binary }: { binary: boolean }) => found.push(binary) > 0,
    };
    const limits = { signal: new AbortController().signal, deadline: performance.now() + 20_000 };
    const ended = await engine.search(scope, lines, sink, limits).catch((error: Error) => error.message);
    return [found, ended];
  }
  return { workspace, run, has: program !== "", started: () => started };
}

describe("searches that begin together", () => {
  it("find what each of them finds alone", { timeout: 60_000 }, async (test) => {
    const { run, has } = await scene();
    if (!has) return test.skip("there is no ripgrep");
    const property = fc.asyncProperty(fc.array(search, { minLength: 2, maxLength: 8 }), async (searches) => {
      const together = await Promise.all(searches.map(run));
      for (const [index, one] of searches.entries()) expect(together[index]).toEqual(await run(one));
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it("share a process, but for one that finds too much", async (test) => {
    const { workspace, run, has, started } = await scene();
    if (!has) return test.skip("there is no ripgrep");
    const lines = { fixed: false, ignoreCase: false, multiline: false, context: 0 };
    await Promise.all(["bar", "nothing", "absent"].map((pattern) => run({ ...lines, pattern })));
    expect(started()).toBe(1);
    await writeFile(join(workspace.root, "many.txt"), "many\n".repeat(5_000));
    await Promise.all(["many", "absent"].map((pattern) => run({ ...lines, pattern })));
    expect(started()).toBe(3);
  });

  it("begin together when they come while another one runs", async (test) => {
    const { run, has, started } = await scene();
    if (!has) return test.skip("there is no ripgrep");
    const lines = { fixed: false, ignoreCase: false, multiline: false, context: 0 };
    const first = run({ ...lines, pattern: "bar" });
    while (started() === 0) await setTimeout(1);
    const others = ["nothing", "absent", "BAR"].map((pattern) => run({ ...lines, pattern }));
    await Promise.all([first, ...others]);
    expect(started()).toBe(2);
  });
});
