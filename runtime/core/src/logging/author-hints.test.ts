import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { run } from "../../test/looping.ts";
import { runnerOf, toolOf } from "../../test/making.ts";
import type { DefineToolOptions } from "../tool/tool.ts";

type Options = Partial<DefineToolOptions<unknown, unknown>>;

/** What the log says when a tool returns this. */
async function toldOf(value: unknown, options: Options = {}): Promise<string> {
  const tool = toolOf("a", () => value, options);
  const { runner, log } = runnerOf([tool]);
  await runner.exec({ name: "a", arguments: {} });
  return log.lines.filter((line) => !line.startsWith("Tool call")).join("\n");
}

describe("an output that was meant otherwise", () => {
  it("is told of by the form that it has", async () => {
    const content = [{ type: "text", text: "x" }];
    expect(await toldOf({ content })).toContain(
      "Tool a returned { content: [...] }, which is a result of MCP; it is taken as data. Return the text itself, or partsOutput([...]).",
    );
    expect(await toldOf({ type: "text", text: "x" })).toContain(
      "Tool a returned an object that looks like an output, and is taken as data: textOutput(), jsonOutput() and partsOutput() make outputs.",
    );
    expect(await toldOf({ id: 1 })).toBe("");
  });

  it("is not told of as data where it is taken as a failure", async () => {
    expect(await toldOf({ content: [{ type: "text", text: "x" }], isError: true })).toBe("");
  });

  it("is not told of in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(await toldOf({ type: "text", text: "x" })).toBe("");
    vi.unstubAllEnvs();
  });

  it("is told of where its schema wants what JSON has no form for", async () => {
    const hint =
      "Outputs are checked as JSON writes them: a date is a text, a Map a list of entries, a Set a list, a BigInt a text.";
    const day = z.object({ day: z.date() });
    expect(await toldOf({ day: new Date(0) }, { output: day })).toContain(`Tool a: ${hint}`);
    expect(await toldOf(new Map([["a", 1]]), { output: z.map(z.string(), z.number()) })).toContain(hint);
    expect(await toldOf({ day: new Date(0) }, { output: z.object({ day: z.number() }) })).not.toContain(hint);
  });
});

describe("an allowlist that shows nothing", () => {
  it.each<[string, unknown, readonly string[], string]>([
    ["a list", [{ id: 1 }], ["id"], "the output is a list, which has no keys"],
    ["a text", "hunter2", ["id"], "the output is a text, which has no keys"],
    ["parts", [{ type: "text", text: "x" }], ["id"], "the output is parts, which have no keys"],
    ["a number", 5, ["id"], "the output is a number, which has no keys"],
    ["null", null, ["id"], "the output is null, which has no keys"],
  ])("is told of: %s", async (_, value, allowlist, why) => {
    const said = await toldOf(value, { allowlist });
    expect(said).toContain(`Tool a: ${why}; allowlist must be "all" or "none".`);
    expect(said).not.toContain("hunter2");
  });

  it("is told of where it is empty, or has other keys", async () => {
    expect(await toldOf({ id: 1 }, { allowlist: [] })).toContain(
      'Tool a: its allowlist is empty, so nothing may be shown; "none" says so.',
    );
    expect(await toldOf({ id: 1 }, { allowlist: ["Id"] })).toContain(
      "Tool a: the output has none of the keys of its allowlist (Id), so {} is shown.",
    );
    for (const fine of [{}, { id: 1 }, { id: 1, more: 2 }]) expect(await toldOf(fine, { allowlist: ["id"] })).toBe("");
  });
});

describe("a run in which a model is told too little", () => {
  it("says once which tools have no description", async () => {
    const bare = [toolOf("a", () => 1, { description: " " }), toolOf("b", () => 1)];
    const tools = [...bare, toolOf("c", () => 1, { description: "Count." })];
    const hint = "The tools a and b have no description: a model is told nothing of what they are for.";
    expect((await run([], { tools })).logger.lines.join("\n")).toContain(hint);
    expect((await run([], { tools })).logger.lines.join("\n")).not.toContain("description");
    const another = toolOf("d", () => 1);
    expect((await run([], { tools: [...tools, another] })).logger.lines.join("\n")).toContain(
      "The tool d has no description: a model is told nothing of what it is for.",
    );
  });

  it("says that there is no message", async () => {
    const said = async (extra: object, input: readonly []) => (await run([], extra, input)).logger.lines.join("\n");
    const hint =
      'There are no messages, and most models refuse a request without one: [{ role: "user", content: "Hello." }].';
    expect(await said({ tools: [] }, [])).toContain(hint);
    expect(await said({ tools: [], prepareStep: () => undefined }, [])).toBe("");
    expect((await run([], { tools: [] })).logger.lines.join("\n")).toBe("");
  });
});
