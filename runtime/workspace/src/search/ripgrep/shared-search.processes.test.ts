import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, type TestContext, vi } from "vitest";
import { deferred } from "../../../../core/test/making.ts";
import type { ProcessRequest } from "../../workspace/processes.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { findRipgrep } from "../choose-engine.ts";
import type { FoundLine, LineSearch, SearchRun, SearchScope } from "../search-engine.port.ts";
import { emptyWorkspace, writeAll } from "../search-support.test-data.ts";
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
  "(?x) foo # and more",
  "(?x) bar \n",
  "(?P<name>foo)",
  "(?<name>bar)",
  "(?s-i:b.r)",
  "y foo",
];

const search = fc.record({
  pattern: fc.constantFrom(...PATTERNS),
  fixed: fc.boolean(),
  ignoreCase: fc.boolean(),
  multiline: fc.constant(false),
  context: fc.constantFrom(0, 0, 0, 1),
});

async function scene(test: TestContext) {
  const workspace = await emptyWorkspace();
  const program = (await findRipgrep(workspace)) ?? test.skip("there is no ripgrep");
  await writeAll(workspace, FILES);
  let started = 0;
  const begun = deferred<void>();
  const start = (request: ProcessRequest) => {
    started += 1;
    begun.resolve();
    return workspace.processes.start(request);
  };
  const counted: Workspace = { ...workspace, processes: { ...workspace.processes, start } };
  const engine = ripgrepEngine(program);
  async function run(lines: LineSearch, run: Partial<SearchRun> = {}): Promise<unknown> {
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
    const limits = { signal: new AbortController().signal, deadline: performance.now() + 120_000, ...run };
    const ended = await engine.search(scope, lines, sink, limits).catch((error: Error) => error.message);
    return [found, ended];
  }
  return { workspace, run, started: () => started, hasBegun: begun.promise };
}

const PLAIN = { fixed: false, ignoreCase: false, multiline: false, context: 0 };

describe("searches that begin together", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("find what each of them finds alone", async (test) => {
    const { run } = await scene(test);
    const property = fc.asyncProperty(fc.array(search, { minLength: 2, maxLength: 8 }), async (searches) => {
      const together = await Promise.all(searches.map((one) => run(one)));
      for (const [index, one] of searches.entries()) expect(together[index]).toEqual(await run(one));
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it("share a process, but for one that finds too much", async (test) => {
    const { workspace, run, started } = await scene(test);
    await Promise.all(["bar", "nothing", "absent"].map((pattern) => run({ ...PLAIN, pattern })));
    expect(started()).toBe(1);
    await writeFile(join(workspace.root, "many.txt"), "many\n".repeat(5_000));
    await Promise.all(["many", "absent"].map((pattern) => run({ ...PLAIN, pattern })));
    expect(started()).toBe(3);
  });

  it("begin together when they come while another one runs", async (test) => {
    const { run, started, hasBegun } = await scene(test);
    const first = run({ ...PLAIN, pattern: "bar" });
    await hasBegun;
    const others = ["nothing", "absent", "BAR"].map((pattern) => run({ ...PLAIN, pattern }));
    await Promise.all([first, ...others]);
    expect(started()).toBe(2);
  });

  it("share it also for a line that is shown in part", async (test) => {
    const { run, started } = await scene(test);
    const [found] = await Promise.all(["y foo", "absent"].map((pattern) => run({ ...PLAIN, pattern })));
    expect(JSON.stringify(found)).toContain("…yyy");
    expect(started()).toBe(1);
  });

  it("begin again alone with a pattern that would change how the next one is read", async (test) => {
    const { run, started } = await scene(test);
    const both = ["(?x) foo # and more", "(?x) bar \n"].map((pattern) => ({ ...PLAIN, pattern }));
    const [first, second] = await Promise.all(both.map((one) => run(one)));
    expect(started()).toBe(2);
    expect(JSON.stringify(first)).toContain("unclosed group");
    expect(JSON.stringify(second)).toContain("foo bar");
  });

  it("go on when one of them is aborted", async (test) => {
    const { run, started, hasBegun } = await scene(test);
    const stopped = new AbortController();
    const gone = run({ ...PLAIN, pattern: "foo" }, { signal: stopped.signal });
    const others = ["bar", "absent"].map((pattern) => run({ ...PLAIN, pattern }));
    await hasBegun;
    stopped.abort();
    const [, ended] = Array.from(Object(await gone));
    expect(ended).toBe("The search was stopped.");
    const found = await Promise.all(others);
    expect(started()).toBe(1);
    expect(found[0]).toEqual(await run({ ...PLAIN, pattern: "bar" }));
  });

  it("go on when the time of one of them is up", async (test) => {
    const { run, started } = await scene(test);
    const late = run({ ...PLAIN, pattern: "foo" }, { deadline: performance.now() });
    const others = ["bar", "absent"].map((pattern) => run({ ...PLAIN, pattern }));
    expect(await late).toEqual([[], { unreadable: 0, timedOut: true }]);
    const found = await Promise.all(others);
    expect(started()).toBe(1);
    expect(found[0]).toEqual(await run({ ...PLAIN, pattern: "bar" }));
  });

  it("share a process a hundred at a time, however long their patterns are", async (test) => {
    const { run, started } = await scene(test);
    await Promise.all(Array.from({ length: 300 }, (_, index) => run({ ...PLAIN, pattern: `never${index}` })));
    expect(started()).toBe(3);
    const long = Array.from({ length: 20 }, (_, index) => `${index}${"z".repeat(9_000)}`);
    await Promise.all(long.map((pattern) => run({ ...PLAIN, pattern })));
    expect(started()).toBe(6);
  });

  it("wait without a place in their step where searches are known to be quick", async (test) => {
    const { run } = await scene(test);
    let [now, step, rested] = [0, 0, 0];
    vi.spyOn(performance, "now").mockImplementation(() => (now += step));
    const resting = <T>(waited: Promise<T>) => {
      rested += 1;
      return waited;
    };
    const both = () => Promise.all(["bar", "foo"].map((pattern) => run({ ...PLAIN, pattern }, { resting })));
    await both();
    expect(rested).toBe(0);
    step = 2_000;
    await both();
    expect(rested).toBe(2);
    step = 0;
    await both();
    expect(rested).toBe(2);
    await both();
    expect(rested).toBe(4);
  });
});

describe("a search that finds more than is kept", () => {
  afterEach(() => void vi.restoreAllMocks());

  const many = { ...PLAIN, pattern: "many" };
  const lines = (ended: unknown) => JSON.stringify(ended).split('"text":"many"').length - 1;

  it("is made again in the order of the paths", async (test) => {
    const { workspace, run, started } = await scene(test);
    await writeFile(join(workspace.root, "many.txt"), "many\n".repeat(5_000));
    expect(lines(await run(many))).toBe(5_000);
    expect(started()).toBe(2);
  });

  it("gives what it has where half of its time is gone by then", async (test) => {
    const { workspace, run, started, hasBegun } = await scene(test);
    await writeFile(join(workspace.root, "many.txt"), "many\n".repeat(5_000));
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    void hasBegun.then(() => (now = 61_000));
    const ended = await run(many);
    expect(lines(ended)).toBe(4_000);
    expect(ended).toMatchObject([expect.anything(), { unreadable: 0, timedOut: true }]);
    expect(started()).toBe(1);
  });
});
