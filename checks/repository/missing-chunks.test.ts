import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const BUILT = join(import.meta.dirname, "../../runtime/core/dist/joined");
/** Where packages are found as they are beside the original. */
const COPY = join(import.meta.dirname, "../../node_modules/.cache/toolwright-missing-chunks");

/** Calls that succeed, fail, are refused and have no form of a call; it prints how each of them ended. */
const PROGRAM = `
  import { defineTool, secret, ToolRegistry, ToolRunner } from "./index.js";
  const input = { type: "object", properties: { n: { type: "number" } } };
  const tool = (name, execute, extra = {}) => defineTool({ name, description: "", input, execute, ...extra });
  const tools = [
    tool("good", () => "done"),
    tool("bad", () => { throw new Error("broken"); }),
    tool("long", () => "line\\n".repeat(20_000)),
    tool("asks", () => "done", { requiresConfirmation: true }),
    tool("goes_on", (_, ctx) => { ctx.background(() => "later"); return "begun"; }),
    tool("resolves", (_, ctx) => ctx.resolve({ id: "thing", create: () => "thing" })),
  ];
  const calls = [
    ...["good", "bad", "long", "asks", "goes_on", "resolves", "nobody"].map((name) => ({ name, arguments: {} })),
    { name: "good", arguments: { n: "many" } },
    { name: "good", arguments: "{" },
    { toolName: "good", args: {} },
  ];
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const ended = [];
  for (const secrets of [undefined, [secret("key", "correct-horse-battery")]]) {
    const runner = () => new ToolRunner({ registry: new ToolRegistry(tools), logger, ...(secrets && { secrets }) });
    for (const call of calls) ended.push((await runner().exec(call)).result, (await runner().foresee(call)).verdict);
    ended.push(await new ToolRegistry(tools).execute("good", {}, { logger }));
    ended.push(...(await runner().execAll(calls.slice(0, -1))).map(({ result }) => result));
  }
  console.log(JSON.stringify(ended.map((one) => one.error?.code ?? "ok")));
`;

const neededAtOnce = chunksOf("index.js", /^(?:import|export)\b[^;]*?"\.\/([\w-]+\.js)";/gm);
const loadedLater = [...chunksOf("index.js", /"\.\/([\w-]+\.js)"/g)].filter((name) => !neededAtOnce.has(name));

describe("a chunk of core that cannot be loaded", () => {
  afterAll(() => rmSync(COPY, { recursive: true, force: true }));

  it.each(loadedLater)("leaves no call without an end: %s", (name) => {
    const ends = endsWithout(name);

    expect(ends).toHaveLength(endsWithout(undefined).length);
    if (name === "machinery.js") expect(new Set(ends)).toEqual(new Set(["ok", "skipped"]));
  });

  it("is one of several", () => {
    expect(loadedLater).toEqual(expect.arrayContaining(["machinery.js", "not-ready.js", "rare.js"]));
    expect(endsWithout(undefined)).toContain("execution_failed");
  });
});

/** How the calls of the program end in a process of its own, which an unhandled rejection would end with an error. */
function endsWithout(missing: string | undefined): readonly string[] {
  const program = join(COPY, "program.js");
  cpSync(BUILT, COPY, { recursive: true });
  if (missing !== undefined) rmSync(join(COPY, missing));
  writeFileSync(program, PROGRAM);
  return JSON.parse(execFileSync(process.execPath, [program], { encoding: "utf8", timeout: 20_000 }));
}

/** A chunk, and all that it and those name in such words. */
function chunksOf(name: string, words: RegExp, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, named = ""] of readFileSync(join(BUILT, name), "utf8").matchAll(words)) chunksOf(named, words, found);
  return found;
}
