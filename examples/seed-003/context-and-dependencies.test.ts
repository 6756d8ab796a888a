import {
  type DependencyKey,
  type DependencyOverrides,
  defineTool,
  type Tool,
  type ToolContext,
  ToolRegistry,
  ToolRunner,
  textOutput,
} from "@toolwright/core";
import { describe, expect, it, vi } from "vitest";
import { logger, none, rejection, returning } from "./trying.ts";

describe("the context that executeRaw is given", () => {
  const seen = async (given: Partial<ToolContext>) => {
    let context: ToolContext | undefined;
    await defineTool({
      name: "tool",
      description: "",
      input: none,
      streamsOutput: true,
      execute: (_, ctx) => {
        context = ctx;
        ctx.emitOutput("chunk");
        return "ok";
      },
    }).executeRaw("{}", given);
    return context as ToolContext;
  };

  it("reaches the tool field by field", async () => {
    const [now, emitOutput] = [() => new Date(7), vi.fn()];
    const controller = new AbortController();
    const deps = { db: "d" };
    const context = await seen({
      logger,
      now,
      deps,
      signal: controller.signal,
      toolCallId: "call_7",
      runId: "run_7",
      attempt: 2,
      conversation: { channel: "c", chatId: "7" },
      emitOutput,
    });
    expect([
      context.toolCallId,
      context.runId,
      context.attempt,
      context.conversation,
      context.deps.db,
      context.now().getTime(),
    ]).toEqual(["call_7", "run_7", 2, { channel: "c", chatId: "7" }, "d", 7]);
    expect(emitOutput.mock.calls).toEqual([["chunk"]]);
  });

  it("stops the tool with its signal", async () => {
    const controller = new AbortController();
    const waiting = defineTool({
      name: "tool",
      description: "",
      input: none,
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const running = rejection(waiting.executeRaw("{}", { logger, signal: controller.signal }));
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    expect(await running).toMatchObject({ code: "aborted" });
  });

  it("makes calls with the call it is given", async () => {
    const call = vi.fn(async () => textOutput("from outside"));
    const tool = defineTool({
      name: "tool",
      description: "",
      input: none,
      execute: async (_, ctx) => (await ctx.call("other", { a: 1 })).output,
    });
    expect(await tool.executeRaw("{}", { logger, call })).toMatchObject({
      type: "json",
      value: { type: "text", text: "from outside" },
    });
    expect(call).toHaveBeenCalledWith("other", { a: 1 });
  });

  it("may be left out", async () => {
    expect(await returning("ok").executeRaw("{}")).toEqual({ type: "text", text: "ok" });
  });
});

describe("dependencies", () => {
  const using = (...keys: DependencyKey<unknown>[]) =>
    defineTool({
      name: "tool",
      description: "",
      input: none,
      execute: async (_, ctx) => {
        const values: unknown[] = [];
        for (const key of keys) values.push(await ctx.resolve(key));
        return { values: values.map(String) };
      },
    });
  const exec = async (tool: Tool, overrides?: DependencyOverrides) => {
    const runner = new ToolRunner({ registry: new ToolRegistry([tool]), logger, ...(overrides && { overrides }) });
    return (await runner.exec({ name: "tool", arguments: "{}" })).result;
  };

  it.each([
    ["a value", () => 1],
    ["a promise", async () => 1],
  ])("may be made as %s, once for a call", async (_, make) => {
    const create = vi.fn(make);
    const key = { id: "one", create };
    expect((await exec(using(key, key, { id: "one", create }))).output).toEqual({
      type: "json",
      value: { values: ["1", "1", "1"] },
    });
    expect(create).toHaveBeenCalledTimes(1);
  });

  it.each([[undefined], [null], [0], [""], [false]])("may be %o, and is not made again for that", async (value) => {
    const create = vi.fn(() => value);
    await exec(using({ id: "falsy", create }, { id: "falsy", create }));
    expect(create).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["a value", () => "other"],
    ["a promise", async () => "other"],
  ])("may be replaced by their id, with %s", async (_, replacement) => {
    const create = vi.fn(() => "own");
    const { output } = await exec(using({ id: "root", create }), new Map([["root", replacement]]));
    expect([output, create.mock.calls]).toEqual([{ type: "json", value: { values: ["other"] } }, []]);
  });

  it("are made anew for the next call, and once for a run where they say so", async () => {
    const [perCall, perRun] = [vi.fn(() => 1), vi.fn(() => 1)];
    const tool = using({ id: "call", create: perCall }, { id: "run", create: perRun, scope: "run" });
    const runner = new ToolRunner({ registry: new ToolRegistry([tool]), logger });
    for (const id of ["1", "2"]) await runner.exec({ id, name: "tool", arguments: "{}" }, { runId: "r" });
    expect([perCall.mock.calls.length, perRun.mock.calls.length]).toEqual([2, 1]);
  });

  it("that fail are the call's failure, and are tried again", async () => {
    const create = vi.fn((): number => {
      throw new Error("no db");
    });
    const tool = defineTool({
      name: "tool",
      description: "",
      input: none,
      execute: async (_, ctx) => {
        await ctx.resolve({ id: "db", create }).catch(() => undefined);
        return String(await ctx.resolve({ id: "db", create }));
      },
    });
    expect((await exec(tool)).error).toMatchObject({ message: expect.stringContaining("no db") });
    expect(create).toHaveBeenCalledTimes(2);
  });

  it("may resolve others; a circle is an error at once, and names itself", async () => {
    const a: DependencyKey<string> = { id: "a", create: async (resolve) => `a${await resolve(b)}` };
    const b: DependencyKey<string> = { id: "b", create: async (resolve) => `b${await resolve(a)}` };
    const result = await exec(using(a));
    expect(result.error?.message).toMatch(/a.*b.*a/);
  });

  it("notice a circle through a create without an argument", async () => {
    let resolve: ToolContext["resolve"] | undefined;
    const a: DependencyKey<string> = { id: "first", create: async () => `a${await resolve?.(b)}` };
    const b: DependencyKey<string> = { id: "second", create: async () => `b${await resolve?.(a)}` };
    const tool = defineTool({
      name: "tool",
      description: "",
      input: none,
      timeoutMs: 3_000,
      execute: async (_, ctx) => {
        resolve = ctx.resolve;
        return ctx.resolve(a);
      },
    });
    const started = Date.now();
    const result = await exec(tool);
    expect(result.error?.message).toMatch(/first.*second.*first/);
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  it("resolved side by side are made once", async () => {
    const create = vi.fn(async () => 1);
    const tool = defineTool({
      name: "tool",
      description: "",
      input: none,
      execute: async (_, ctx) => Promise.all([1, 2, 3].map(() => ctx.resolve({ id: "x", create }))),
    });
    await exec(tool);
    expect(create).toHaveBeenCalledTimes(1);
  });
});
