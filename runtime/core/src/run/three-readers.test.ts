import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog } from "../../test/support.ts";
import { ToolRegistry, ToolRunner } from "../index.ts";
import type { JsonObject } from "../json/json.ts";
import { asyncResult, errorResult, userResult } from "../result/result-helpers.ts";
import { secret } from "../secrets/secret.ts";

const quiet = { logger: new KeptLog() };
const exec = (returned: unknown, extra: Parameters<typeof toolOf>[2] = {}, options = {}) =>
  runnerOf([toolOf("t", () => returned, extra)], { ...quiet, ...options });
const run = async (...args: Parameters<typeof exec>) => {
  const { runner, events } = exec(...args);
  const settled = await runner.exec({ name: "t", arguments: {} });
  return { ...settled, view: events.find(({ type }) => type === "tool_call_end")?.data, events };
};

describe("one result has three readers", () => {
  const long = "line\n".repeat(200_000);

  it("the program gets the whole text, the model and the record a bounded one with a ref", async () => {
    const { result, message, view } = await run(long);
    expect(result.output).toEqual({ type: "text", text: long });
    expect(String(message.content).length).toBeLessThan(52_000);
    expect(message.content).toContain(result.ref?.id);
    expect(JSON.stringify(view).length).toBeLessThan(62_000);
    expect(view).toMatchObject({ result: { ref: { id: result.ref?.id } } });
  });

  it("so does who calls by ctx.call, executeRaw and a registry", async () => {
    const big = toolOf("big", () => ({ rows: long }));
    const outer = toolOf("outer", async (_, ctx) => {
      const [byName, byTool] = [await ctx.call("big", {}), await ctx.call(big, {})];
      return [byName, byTool].map(({ output }) => output.type === "json" && JSON.stringify(output.value).length);
    });
    const { runner } = runnerOf([big, outer], quiet);
    const { result } = await runner.exec({ name: "outer", arguments: {} });
    const { length } = JSON.stringify({ rows: long });
    expect(result.output).toEqual({ type: "json", value: [length, length] });
    expect(await big.executeRaw("{}")).toEqual({ type: "json", value: { rows: long } });
    expect((await new ToolRegistry([big]).execute("big")).output).toEqual({ type: "json", value: { rows: long } });
  });

  it("any JSON value comes back whole (property)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { result } = await run({ value, pad: long.slice(0, 100_000) });
        const { output } = result;
        expect(output.type === "json" && (output.value as JsonObject).value).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ["", ""],
    [undefined, ""],
  ])("%j is an empty text for programs and cards, and (no output) for a model", async (returned, text) => {
    const { result, message, view } = await run(returned);
    expect([result.output, message.content]).toEqual([{ type: "text", text }, "(no output)"]);
    expect(view).toMatchObject({ content: "(no output)", result: { output: { text } } });
  });
});

describe("an output over the hard limit", () => {
  it.each<[string, unknown]>([
    ["a text", "é".repeat(600)],
    ["JSON", { text: "x".repeat(1_200) }],
    ["numbers", Array.from({ length: 600 }, (_, n) => n + 0.123456789)],
    ["parts", [{ type: "image", mediaType: "image/png", data: "A".repeat(1_200) }]],
  ])("is an error that names its size and the limit: %s", async (_, returned) => {
    const { result, message } = await run(returned, {}, { maxOutputBytes: 1_000 });
    expect(result.error?.code).toBe("output_too_large");
    expect(message.content).toMatch(/the tool ran; its output has [\d,]+ bytes or more, and at most 1,000 are taken/);
  });

  it("is none up to the last byte", async () => {
    expect((await run("é".repeat(500), {}, { maxOutputBytes: 1_000 })).result.isError).toBe(false);
    expect((await run({ a: "x".repeat(992) }, {}, { maxOutputBytes: 1_000 })).result.isError).toBe(false);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 40, "1 MB"])("cannot be %j", (maxOutputBytes) => {
    const make = () => Reflect.construct(ToolRunner, [{ registry: new ToolRegistry(), maxOutputBytes }]);
    expect(make).toThrow(/maxOutputBytes must be a whole number of bytes/);
  });
});

describe("what a tool says in words of its own", () => {
  const hidden = "the hidden salary is 100";
  const said = {
    "a text for the user": () => ({ ...userResult(hidden), output: { type: "json", value: { a: 1 } } }) as const,
    "an asynchronous text": () => asyncResult(hidden),
    "an error": () => ({ ...errorResult(hidden), forUser: hidden }),
    "an error with a reason": () => ({
      ...errorResult("x"),
      error: { code: "user_error", type: "user_error", message: hidden, reason: hidden, suggestion: hidden } as const,
    }),
    "an error as JSON": () =>
      ({ ...errorResult(hidden), output: { type: "json", value: { a: 1, b: hidden } } }) as const,
  };

  it.each(Object.entries(said))("is withheld by a list of keys and by none: %s", async (_, make) => {
    for (const allowlist of [["a"], "none"] as const) {
      const { events, ...settled } = await run(make(), { allowlist });
      expect(JSON.stringify([settled, events])).not.toContain("salary");
    }
  });

  it.each(Object.entries(said))("passes, masked, where the tool gives its word: %s", async (_, make) => {
    const { result } = await run(make(), { allowlist: ["a"], allowUserText: true });
    expect(JSON.stringify(result)).toContain("salary");
    const masked = await run(make(), { allowlist: ["a"], allowUserText: true }, { secrets: [secret("pay", hidden)] });
    expect(JSON.stringify([masked.result, masked.events])).not.toContain("salary");
  });

  it("says that it is withheld, and keeps the code", async () => {
    const { result, message } = await run(said["an error with a reason"](), { allowlist: ["a"] });
    expect(message.content).toBe("Error executing tool: it failed; what it said is withheld by its allowlist.");
    expect(result.error).toEqual({
      code: "user_error",
      type: "user_error",
      message: expect.stringContaining("withheld"),
    });
    expect((await run(asyncResult(hidden), { allowlist: ["a"] })).message.content).toBe(
      "It goes on in the background.",
    );
  });
});
