import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { KeptLog } from "../../test/support.ts";
import { ToolError } from "../result/tool-error.ts";
import type { DependencyKey } from "../tool/dependency.ts";

const raw = (value: unknown) => toolOf("tool", () => value).executeRaw("{}");

describe("executeRaw", () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;

  it.each<[string, unknown, unknown]>([
    ["a text", "said", { type: "text", text: "said" }],
    ["an object", { a: [1] }, { type: "json", value: { a: [1] } }],
    ["an empty list", [], { type: "json", value: [] }],
    ["nothing", undefined, { type: "text", text: "" }],
    ["null", null, { type: "json", value: null }],
    ["false", false, { type: "json", value: false }],
    ["a BigInt", { n: 2n ** 64n }, { type: "json", value: { n: "18446744073709551616" } }],
    ["parts", [{ type: "text", text: "x" }], { type: "parts", parts: [{ type: "text", text: "x" }] }],
    ["what looks like an output", { type: "json", value: 1 }, { type: "json", value: { type: "json", value: 1 } }],
  ])("converts %s", async (_, value, output) => {
    expect(await raw(value)).toEqual(output);
  });

  it.each<[string, unknown]>([
    ["a circle", circular],
    ["a function", () => 1],
  ])("rejects for %s, saying that the tool ran", async (_, value) => {
    await expect(raw(value)).rejects.toThrow("the tool ran; its result cannot be written as JSON");
  });

  it("never throws at once, and rejects with a ToolError only, whatever it is given", async () => {
    const throws = toolOf("tool", () => {
      throw new Error("broken");
    });
    const never = toolOf("tool", () => "fine", { input: { type: "object", required: ["a"] } });
    const anything = fc.anything();
    const fields = { signal: anything, deps: anything, resolve: anything, conversation: anything };
    const contexts = fc.record({ ...fields, logger: fc.constant(new KeptLog()) }, { requiredKeys: ["logger"] });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(throws, never), anything, contexts, async (tool, text, ctx) => {
        const settling = Reflect.apply(tool.executeRaw, tool, [text, ctx]);
        await settling.catch((error: unknown) => expect(ToolError.isInstance(error)).toBe(true));
      }),
      { numRuns: 200 },
    );
  });

  it("takes a context without anything in it for none", async () => {
    const nothing = { signal: null, logger: null, now: null, deps: null, resolve: null, conversation: null };
    for (const ctx of [null, undefined, {}, nothing]) {
      expect(await Reflect.apply(toolOf("tool", () => "fine").executeRaw, undefined, ["{}", ctx])).toMatchObject({
        text: "fine",
      });
    }
  });

  it("keeps what a tool says of a failure that it returns", async () => {
    const failed = { output: { type: "text", text: "disk full" }, silent: false, isError: true, async: false };
    await expect(raw(failed)).rejects.toThrow("tool: disk full");
  });

  it("resolves by the given context, and hands over its signal and clock", async () => {
    const stop = new AbortController();
    const day = new Date("2020-02-02T00:00:00Z");
    const asked: string[] = [];
    const resolve = <T>({ id }: DependencyKey<T>): Promise<T> => {
      asked.push(id);
      return Promise.resolve(JSON.parse('"theirs"'));
    };
    const tool = toolOf("tool", async (_, ctx) => {
      stop.abort();
      return [await ctx.resolve({ id: "k", create: () => "ours" }), ctx.now(), ctx.signal.aborted];
    });
    const settling = tool.executeRaw("{}", { deps: {}, resolve, signal: stop.signal, now: () => day });
    await expect(settling).rejects.toMatchObject({ reason: "aborted" });
    expect(asked).toEqual(["k"]);
  });
});
