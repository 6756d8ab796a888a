import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Answer, KeptLog, WrittenModel } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { ModelPort } from "../model/model-port.ts";
import { promptHash } from "../model/prompt-hash.ts";
import { toolToSchema } from "../registry/tool-to-schema.ts";
import { toolResult } from "../result/result-helpers.ts";
import type { InvocationSummary } from "./invocation-summary.ts";
import { type SummariesOptions, summariseInvocations } from "./summarise-invocations.ts";
import { jsonLinesSink } from "./summary-sink.ts";

const ok = defineTool({
  name: "ok",
  description: "",
  input: z.object({}),
  execute: () => new Promise<string>((resolve) => setTimeout(() => resolve("a secret of the user"), 15)),
});
const broken = defineTool({
  name: "broken",
  description: "",
  input: z.object({}),
  execute: () => {
    throw new Error("no");
  },
});
const warned = defineTool({
  name: "warned",
  description: "",
  input: z.object({}),
  execute: () => toolResult("half of it").withError(new Error("slow disk")),
});

async function summariesOf(
  answers: readonly Answer[],
  options: Partial<SummariesOptions> = {},
): Promise<InvocationSummary[]> {
  const written: InvocationSummary[] = [];
  const summaries = summariseInvocations({ sink: (summary) => void written.push(summary), ...options });
  const model = named("litellm:gpt-5", new WrittenModel(answers));
  const config = { model, tools: [ok, broken, warned], observer: summaries.observer };
  await runToolLoop(config, [{ role: "user", content: "hi" }], "web", "chat-1");
  await summaries.idle();
  return written;
}

function named(name: string, model: ModelPort): ModelPort {
  return { name, completionStream: (params) => model.completionStream(params) };
}

describe("summariseInvocations", () => {
  it("counts a success that has an error attached as a success", async () => {
    const [first] = await summariesOf([{ calls: [{ id: "a", name: "warned" }] }]);
    expect(first?.toolCalls[0]).not.toHaveProperty("errorCode");
  });

  it("writes one summary per model call, with every tool's latency and error code", async () => {
    const calls = [
      { id: "a", name: "ok" },
      { id: "b", name: "broken" },
      { id: "c", name: "gone" },
    ];
    const [first, second, ...more] = await summariesOf([{ calls }, { text: "end" }]);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      step: 0,
      provider: "litellm",
      model: "gpt-5",
      resolvedModel: "written",
      conversation: { channel: "web", chatId: "chat-1" },
      status: "success",
      finishReason: "tool_calls",
      usage: { inputTokens: 1, outputTokens: 1 },
      toolCallCount: 3,
      toolCalls: [
        { toolCallId: "a", toolName: "ok" },
        { toolCallId: "b", toolName: "broken", errorCode: "execution_failed" },
        { toolCallId: "c", toolName: "gone", latencyMs: 0, errorCode: "unknown_tool" },
      ],
    });
    expect(first?.toolCalls[0]?.latencyMs).toBeGreaterThanOrEqual(10);
    expect(second).toMatchObject({ step: 1, finishReason: "stop", toolCallCount: 0, toolCalls: [] });
    expect(second?.invocationId).not.toBe(first?.invocationId);
    expect(second?.runId).toBe(first?.runId);
  });

  it("writes a summary of a call that failed", async () => {
    const [failed] = await summariesOf([{ finishReason: "error" }]);
    expect(failed).toMatchObject({ status: "error", finishReason: "error", errorCode: "http", toolCalls: [] });
  });

  it("holds the hash of the request, and nothing that was said", async () => {
    const [first] = await summariesOf([{ text: "words of the model", calls: [{ name: "ok" }] }]);
    const request = { model: "gpt-5", messages: [{ role: "user", content: "hi" }] as const };
    expect(first?.promptHash).toBe(await promptHash({ ...request, tools: [ok, broken, warned].map(toolToSchema) }));
    expect(JSON.stringify(first)).not.toMatch(/words of the model|a secret of the user|"hi"/);
  });

  it("carries the caller, and no field that a summary does not have", async () => {
    const graph = { requestId: "r", traceId: "t", graphRunId: "g", graphName: "chat", graphVersion: "2" };
    const [first] = await summariesOf([{ text: "x" }], { caller: { ...graph, ...{ token: "not for a table" } } });
    expect(first).toMatchObject(graph);
    expect(first).not.toHaveProperty("token");
    const [plain] = await summariesOf([{ text: "x" }], { caller: { requestId: "r" } });
    expect(plain).not.toHaveProperty("graphRunId");
  });

  it.each(["throws", "rejects"])("goes on when the sink %s, and logs it", async (how) => {
    const log = new KeptLog();
    const sink = () => {
      if (how === "throws") throw new Error("table is gone");
      return Promise.reject(new Error("table is gone"));
    };
    await summariesOf([{ text: "x" }], { sink, logger: log });
    expect(JSON.stringify(log)).toContain("could not be written");
  });

  it("goes on when the logger fails too", async () => {
    const fails = () => {
      throw new Error("gone");
    };
    expect(await summariesOf([{ text: "x" }], { sink: fails, logger: { error: fails } })).toEqual([]);
  });

  it("writes lines of JSON", async () => {
    const lines: string[] = [];
    await summariesOf([{ text: "x" }], { sink: jsonLinesSink((line) => lines.push(line)) });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ status: "success", step: 0 });
    expect(lines[0]?.endsWith("}\n")).toBe(true);
  });
});
