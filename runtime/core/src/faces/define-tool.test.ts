import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolError } from "../result/tool-error.ts";
import { defineTool } from "./define-tool.ts";
import { bindTool, defineContract } from "./tool-contract.ts";

const base = { name: "tool", description: "does it", input: z.object({ n: z.number().default(1) }) };

describe("defineTool", () => {
  it.each(["a", "A_b-9", "x".repeat(64)])("takes the name %j", (name) => {
    expect(defineTool({ ...base, name, execute: () => "" }).name).toBe(name);
  });

  it.each(["", "has space", "x".repeat(65), "dot.dot", "\u00e9", "a\n"])("refuses the name %j", (name) => {
    expect(() => defineTool({ ...base, name, execute: () => "" })).toThrow(TypeError);
  });

  it("names the tool whose schema cannot be used", () => {
    const unusable = {
      "~standard": { version: 1, vendor: "mine", validate: (value: unknown) => ({ value }) },
    } as const;
    expect(() => defineTool({ ...base, input: unusable, execute: () => "" })).toThrow(/tool/);
    expect(() => defineTool({ ...base, input: z.object({ n: z.bigint() }), execute: () => "" })).toThrow(/tool/);
    expect(() => defineTool({ ...base, execute: JSON.parse("1") })).toThrow(/tool/);
  });

  it("tells of the input side, closed", () => {
    expect(defineTool({ ...base, execute: () => "" }).definition).toEqual({
      name: "tool",
      description: "does it",
      parameters: { type: "object", properties: { n: { type: "number", default: 1 } }, additionalProperties: false },
    });
  });

  it("gives a plain JSON Schema out as it was given", () => {
    const input = { type: "object", title: "first", properties: { n: { type: "integer" } } };
    const tool = defineTool({ ...base, input, execute: () => "" });
    expect(JSON.stringify(tool.definition.parameters)).toBe(JSON.stringify(input));
  });

  it("keeps no hold on a plain JSON Schema, and lets nobody change what models are told", () => {
    const input = { type: "object", properties: { n: { type: "integer" } } };
    const tool = defineTool({ ...base, input, execute: () => "" });
    const before = JSON.stringify(tool.definition);
    Reflect.set(input.properties, "m", {});
    Reflect.set(Object(tool.definition.parameters.properties), "m", {});
    expect(JSON.stringify(tool.definition)).toBe(before);
    const circular: Record<string, unknown> = { type: "object" };
    circular.self = circular;
    expect(() => defineTool({ ...base, input: circular, execute: () => "" })).toThrow(/^Tool/);
  });

  it("makes a tool that cannot be changed", () => {
    const tool = defineTool({ ...base, execute: () => "" });
    expect(Object.isFrozen(tool)).toBe(true);
    expect(Object.isFrozen(tool.definition)).toBe(true);
  });

  it("fills in what the effects leave out", () => {
    const effectsOf = (effects?: Parameters<typeof defineTool>[0]["effects"]) =>
      defineTool({ ...base, ...(effects && { effects }), execute: () => "" }).effects;
    expect(effectsOf()).toEqual({ kind: undefined, idempotent: false, volatile: false });
    expect(effectsOf("read")).toEqual({ kind: "read", idempotent: true, volatile: false });
    expect(effectsOf("write")).toEqual({ kind: "write", idempotent: false, volatile: false });
    expect(effectsOf({ kind: "external", idempotent: true, volatile: true })).toEqual({
      kind: "external",
      idempotent: true,
      volatile: true,
    });
    expect(effectsOf({ kind: "read", idempotent: false })).toMatchObject({ idempotent: false });
  });
});

describe("executeRaw", () => {
  const tool = defineTool({ ...base, execute: ({ n }, { deps }) => ({ n, deps: Object.keys(deps) }) });
  const ctx = { deps: { db: 1 }, resolve: <T>() => Promise.reject<T>(new Error("none")) };

  it("resolves to the output, with the context it is given", async () => {
    expect(await tool.executeRaw('{"n":3}', ctx)).toEqual({ type: "json", value: { n: 3, deps: ["db"] } });
    expect(await tool.executeRaw("")).toEqual({ type: "json", value: { n: 1, deps: [] } });
  });

  it.each(['{"n":', '{"n":"x"}', '{"m":1}'])("rejects with a ToolError for %j, never at once", async (text) => {
    const settling = tool.executeRaw(text);
    await expect(settling).rejects.toBeInstanceOf(ToolError);
    await expect(settling).rejects.toThrow(/^tool: /);
  });

  it("rejects with the tool's own error", async () => {
    const throws = defineTool({
      ...base,
      execute() {
        throw new ToolError("closed", { code: "user_error", reason: "CLOSED", suggestion: "Come back." });
      },
    });
    await expect(throws.executeRaw("{}")).rejects.toMatchObject({
      code: "user_error",
      reason: "CLOSED",
      suggestion: "Come back.",
    });
  });
});

describe("a contract", () => {
  it("is frozen, and is bound to what keeps it", async () => {
    const contract = defineContract({
      ...base,
      output: z.object({ twice: z.number() }),
      allowlist: ["twice"],
      effects: "read",
    });
    expect(Object.isFrozen(contract)).toBe(true);
    const tool = bindTool(contract, ({ n }) => ({ twice: n * 2 }));
    expect(await tool.executeRaw('{"n":4}')).toEqual({ type: "json", value: { twice: 8 } });
    expect(tool.effects.kind).toBe("read");
  });

  it.each([
    ["a name", { name: "two words" }, 'Tool name "two words" is not usable'],
    ["an input", { input: z.object({ when: z.date() }) }, "Date cannot be represented in JSON Schema"],
    ["an allowlist", { output: z.object({ a: z.string() }), allowlist: ["b"] }, 'allowlist names "b"'],
  ])("with %s that no tool can have is refused where it is written", (_what, part, words) => {
    const contract = { ...base, input: z.object({}), ...part };
    expect(() => defineContract<unknown, unknown>(contract)).toThrow(words);
  });
});
