import { fromAiSdkTools } from "@toolwright/adapters/ai-sdk";
import { askForWrites, type RunnerOptions, type Tool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { jsonSchema, tool } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { wait } from "./contract.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const runnerOf = (tools: readonly Tool[], options: Partial<RunnerOptions> = {}) =>
  new ToolRunner({ registry: new ToolRegistry(tools), logger: silent, ...options });

const weather = tool({
  description: "The weather.",
  inputSchema: z.object({ city: z.string().trim(), days: z.number().default(1) }),
  execute: async ({ city, days }) => ({ city, days }),
});
const raw = tool({
  inputSchema: jsonSchema<{ n: number }>({ type: "object", properties: { n: { type: "integer" } }, required: ["n"] }),
  execute: async ({ n }) => n + 1,
});

describe("fromAiSdkTools", () => {
  it("makes tools that ask, unless it is said what they do", async () => {
    const [asking, free] = await fromAiSdkTools({ weather, raw }, { effects: { raw: "read" } });
    expect(asking).toMatchObject({
      name: "weather",
      effects: { kind: "external" },
      spec: { requiresConfirmation: true },
    });
    expect(free).toMatchObject({ name: "raw", effects: { kind: "read" }, spec: { requiresConfirmation: false } });
    const { result } = await runnerOf([asking, free].flatMap((one) => one ?? [])).exec({
      name: "weather",
      arguments: '{"city":"Oslo"}',
    });
    expect(result.error?.code).toBe("approval_denied");
  });

  it("mends and judges arguments, and hands them what their schema makes", async () => {
    const runner = runnerOf(await fromAiSdkTools({ weather, raw }, { effects: { raw: "read", weather: "read" } }));
    const said = async (name: string, args: string) => (await runner.exec({ name, arguments: args })).message.content;
    expect(await said("weather", '{"city":" Oslo ","days":"3"}')).toBe('{"city":"Oslo","days":3}');
    expect(await said("weather", '{"days":3}')).toContain("/city");
    expect(await said("raw", '{"n":"5"}')).toBe("6");
    expect(await said("raw", '{"n":"many"}')).toContain("Error [invalid_arguments]: /n: expected integer");
  });

  it("holds deadlines, abort signals, exceptions, live output and what models read", async () => {
    const inputSchema = z.object({});
    const heard: string[] = [];
    let aborted = false;
    const tools = await fromAiSdkTools(
      {
        slow: tool({
          inputSchema,
          execute: async (_, { abortSignal }) => {
            abortSignal?.addEventListener("abort", () => (aborted = true));
            await wait(1_000);
          },
        }),
        fails: tool({
          inputSchema,
          execute: async (): Promise<string> => {
            throw new Error("no postgres://admin:hunter2@db");
          },
        }),
        steps: tool({
          inputSchema,
          async *execute() {
            yield "one";
            yield "two";
            yield "three";
          },
        }),
        picture: tool({
          inputSchema,
          execute: async () => "AAAA",
          toModelOutput: ({ output }) => ({
            type: "content",
            value: [{ type: "file", mediaType: "image/png", data: { type: "data", data: output } }],
          }),
        }),
      },
      { timeoutMs: 50, effects: { slow: "read", fails: "read", steps: "read", picture: "read" } },
    );
    const runner = runnerOf(tools);
    const run = (name: string) => runner.exec({ name, arguments: {} }, { onOutput: (chunk) => heard.push(chunk) });
    expect((await run("slow")).result.error?.code).toBe("timeout");
    expect(aborted).toBe(true);
    expect((await run("fails")).message.content).not.toContain("hunter2");
    expect((await run("steps")).message.content).toBe("three");
    expect(heard.join("")).toBe("one\ntwo\n");
    expect((await run("picture")).message.content).toEqual([{ type: "image", mediaType: "image/png", data: "AAAA" }]);
  });

  it("asks where AI SDK would, and with our policy", async () => {
    const careful = tool({ inputSchema: z.object({}), needsApproval: true, execute: async () => "done" });
    const tools = await fromAiSdkTools({ careful, raw }, { effects: { careful: "read", raw: "write" } });
    const runner = runnerOf(tools, { policy: askForWrites });
    expect((await runner.exec({ name: "careful", arguments: {} })).result.error?.code).toBe("approval_denied");
    expect((await runner.exec({ name: "raw", arguments: { n: 1 } })).result.error?.code).toBe("approval_denied");
  });

  it("refuses what cannot run here, and names that no tool has", async () => {
    await expect(fromAiSdkTools({ far: { inputSchema: z.object({}) } })).rejects.toThrow(/far has no execute/);
    await expect(fromAiSdkTools({ raw }, { effects: { rwa: "read" } })).rejects.toThrow(/"rwa"; the tools are raw/);
    await expect(fromAiSdkTools({ raw }, Object({ effects: { raw: "readonly" } }))).rejects.toThrow(TypeError);
    await expect(fromAiSdkTools({ raw }, Object({ readOnly: true }))).rejects.toThrow(/effects/);
  });
});
