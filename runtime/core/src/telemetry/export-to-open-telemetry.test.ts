import * as api from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Answer, WrittenModel } from "../../test/support.ts";
import { agentTool } from "../agents/agent-tool.ts";
import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { resumeToolLoop } from "../loop/resume.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { ModelPort } from "../model/model-port.ts";
import { ToolRunner } from "../run/runner.ts";
import { exportToOpenTelemetry } from "./export-to-open-telemetry.ts";
import { withPrices } from "./with-prices.ts";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
// The provider of this file only: nothing global is set, for other tests run in this process.
const local = { ...api, trace: { getTracer: (name: string) => provider.getTracer(name), setSpan: api.trace.setSpan } };

beforeEach(() => exporter.reset());

const add = defineTool({ name: "add", description: "", input: z.object({ a: z.number() }), execute: ({ a }) => a + 1 });
const outer = defineTool({
  name: "outer",
  description: "",
  input: z.object({}),
  execute: async (_input, ctx) => (await ctx.call("add", { a: 1 })).output,
});

async function spansOf(answers: readonly Answer[], content?: boolean): Promise<ReadableSpan[]> {
  const activity = new ActivityStream();
  activity.subscribe("*", exportToOpenTelemetry({ api: local, ...(content === undefined ? {} : { content }) }));
  const written = new WrittenModel(answers);
  const model: ModelPort = { name: "litellm:gpt-5", completionStream: (params) => written.completionStream(params) };
  await runToolLoop({ model, tools: [add, outer], activity }, [{ role: "user", content: "the question" }]);
  return exporter.getFinishedSpans();
}

function named(spans: readonly ReadableSpan[], name: string): ReadableSpan {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no span ${name} among ${spans.map((span) => span.name)}`);
  return found;
}

const answers: Answer[] = [{ calls: [{ id: "c1", name: "add", args: { a: 417001 } }] }, { text: "the answer" }];

describe("exportToOpenTelemetry", () => {
  it("makes a span of the run, of each model call and of each tool call, with the names of the conventions", async () => {
    const spans = await spansOf(answers);
    expect(spans.map((span) => span.name)).toEqual(["chat gpt-5", "execute_tool add", "chat gpt-5", "invoke_agent"]);
    expect(named(spans, "chat gpt-5")).toMatchObject({
      kind: api.SpanKind.CLIENT,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "litellm",
        "gen_ai.request.model": "gpt-5",
        "gen_ai.response.finish_reasons": ["tool_calls"],
        "gen_ai.usage.input_tokens": 1,
        "gen_ai.usage.output_tokens": 1,
      },
    });
    expect(spans[2]?.attributes["gen_ai.response.time_to_first_chunk"]).toBeLessThan(60);
    expect(named(spans, "execute_tool add")).toMatchObject({
      kind: api.SpanKind.INTERNAL,
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "add",
        "gen_ai.tool.call.id": "c1",
        "gen_ai.tool.type": "function",
      },
    });
    const run = named(spans, "invoke_agent");
    expect(run.attributes).toMatchObject({ "gen_ai.usage.output_tokens": 2, "toolwright.run.stop_reason": "stop" });
    const parents = spans.filter((span) => span !== run).map((span) => span.parentSpanContext?.spanId);
    expect(new Set(parents)).toEqual(new Set([run.spanContext().spanId]));
  });

  it("has an event of each retry in the span of its model call, without what the server said", async () => {
    const spans = await spansOf([{ text: "the answer", retries: 2 }]);
    const told = named(spans, "chat gpt-5").events.map(({ name, attributes }) => ({ name, attributes }));
    expect(told).toEqual(
      [1, 2].map((delay) => ({
        name: "toolwright.model.retry",
        attributes: { "error.type": "http", "toolwright.retry.delay_ms": delay },
      })),
    );
  });

  it("holds what was said only when asked to", async () => {
    const without = await spansOf(answers);
    expect(JSON.stringify(without.map((span) => span.attributes))).not.toMatch(/the question|the answer|41700/);
    exporter.reset();
    const spans = await spansOf(answers, true);
    expect(named(spans, "invoke_agent").attributes["gen_ai.input.messages"]).toBe(
      '[{"role":"user","parts":[{"type":"text","content":"the question"}]}]',
    );
    expect(named(spans, "execute_tool add").attributes).toMatchObject({
      "gen_ai.tool.call.arguments": '{"a":417001}',
      "gen_ai.tool.call.result": "417002",
    });
    expect(JSON.stringify(spans.map((span) => span.attributes))).toContain("the answer");
  });

  it("puts a call inside a call under it", async () => {
    const spans = await spansOf([{ calls: [{ id: "o", name: "outer" }] }, { text: "x" }]);
    const parent = named(spans, "execute_tool outer").spanContext().spanId;
    expect(named(spans, "execute_tool add").parentSpanContext?.spanId).toBe(parent);
  });

  it("names the conversation in every span, and the cost where it is known", async () => {
    const activity = new ActivityStream();
    activity.subscribe("*", exportToOpenTelemetry({ api: local, conversationId: "talk-7" }));
    const written = new WrittenModel([{ calls: [{ id: "c1", name: "add", args: { a: 1 } }] }, { text: "done" }]);
    const counted: ModelPort = {
      name: "m",
      completionStream(params) {
        const { stream, final } = written.completionStream(params);
        const usage = { inputTokens: 1_000_000, outputTokens: 0 };
        return { stream, final: final.then((completion) => ({ ...completion, usage })) };
      },
    };
    exporter.reset();
    await runToolLoop({ model: withPrices(counted, { m: { input: 3, output: 1 } }), tools: [add], activity }, [
      { role: "user", content: "go" },
    ]);
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ attributes }) => attributes["gen_ai.conversation.id"])).toEqual(spans.map(() => "talk-7"));
    const costs = spans.map(({ name, attributes }) => [name, attributes["toolwright.usage.cost_usd"]]);
    expect(costs).toEqual([
      ["chat m", 3],
      ["execute_tool add", undefined],
      ["chat m", 3],
      ["invoke_agent", 6],
    ]);
  });

  it("marks failed calls, failed model calls and failed runs", async () => {
    const spans = await spansOf([{ calls: [{ id: "c", name: "gone" }] }, { finishReason: "error" }]);
    const failed = spans.map((span) => [span.name, span.status.code, span.attributes["error.type"]]);
    expect(failed).toEqual([
      ["chat gpt-5", api.SpanStatusCode.UNSET, undefined],
      ["execute_tool gone", api.SpanStatusCode.ERROR, "unknown_tool"],
      ["chat gpt-5", api.SpanStatusCode.ERROR, "http"],
      ["invoke_agent", api.SpanStatusCode.ERROR, "http"],
    ]);
  });

  it("puts a run under the span that is active when it begins", async () => {
    const parent = provider.getTracer("caller").startSpan("request");
    const active = api.trace.setSpan(api.ROOT_CONTEXT, parent);
    const activity = new ActivityStream();
    const inRequest = { ...local, context: { active: () => active } };
    activity.subscribe("*", exportToOpenTelemetry({ api: inRequest }));
    await runToolLoop({ model: new WrittenModel([{ text: "x" }]), activity }, [{ role: "user", content: "x" }]);
    parent.end();
    const run = named(exporter.getFinishedSpans(), "invoke_agent");
    expect(run.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
  });

  it("makes spans of calls outside of runs", async () => {
    const activity = new ActivityStream();
    activity.subscribe("*", exportToOpenTelemetry({ api: local }));
    const runner = new ToolRunner({ registry: new ToolRegistry([add, outer]), activity });
    await runner.exec({ id: "o", name: "outer", arguments: {} });
    await runner.exec({ name: "gone", arguments: {} });
    const spans = exporter.getFinishedSpans();
    expect(spans.map((span) => span.name)).toEqual(["execute_tool add", "execute_tool outer", "execute_tool gone"]);
    expect(spans[0]?.parentSpanContext?.spanId).toBe(spans[1]?.spanContext().spanId);
    expect(spans[2]?.attributes["error.type"]).toBe("unknown_tool");
  });

  it("makes spans of a run that was resumed, though its beginning was seen by another process", async () => {
    const journal = new MemoryJournal();
    const before = new ActivityStream(journal);
    await before.emit("run_start", { input: [{ role: "user", content: "go" }], model: "gone" }, { runId: "r" });
    await before.emit("step_start", { step: 0, activeTools: ["add"] }, { runId: "r" });
    const activity = new ActivityStream(journal);
    activity.subscribe("*", exportToOpenTelemetry({ api: local }));
    await resumeToolLoop({ model: new WrittenModel(answers), tools: [add], activity });
    const spans = exporter.getFinishedSpans();
    expect(spans.map((span) => span.name)).toEqual(["chat", "execute_tool add", "chat", "invoke_agent"]);
    expect(named(spans, "invoke_agent").attributes).toMatchObject({ "toolwright.run.id": "r" });
    expect(named(spans, "invoke_agent").attributes).not.toHaveProperty("gen_ai.request.model");
  });

  it("makes a span of what a call used after its run, so that all of them add up", async () => {
    const activity = new ActivityStream();
    activity.subscribe("*", exportToOpenTelemetry({ api: local, conversationId: "talk-7" }));
    const deliver = "both" as const;
    const result = { output: { type: "text", text: "" }, silent: false, isError: false, async: false } as const;
    const detailed = { cachedInputTokens: 5, cacheWriteTokens: 1, reasoningTokens: 2 };
    const usage = { inputTokens: 7, outputTokens: 3, costUsd: 0.5, ...detailed };
    await activity.emit("async_result", { toolCallId: "c", toolName: "agent", result, deliver, usage });
    await activity.emit("async_result", { toolCallId: "d", toolName: "agent", result, deliver });
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toEqual(["invoke_agent"]);
    expect(spans[0]?.attributes).toMatchObject({
      "gen_ai.conversation.id": "talk-7",
      "gen_ai.tool.call.id": "c",
      "gen_ai.usage.input_tokens": 7,
      "gen_ai.usage.cache_read.input_tokens": 5,
      "gen_ai.usage.cache_write.input_tokens": 1,
      "gen_ai.usage.reasoning.output_tokens": 2,
      "toolwright.usage.cost_usd": 0.5,
    });
  });

  it("takes the module itself", () => {
    expect(exportToOpenTelemetry({ api })).toBeTypeOf("function");
  });
});

describe("exportToOpenTelemetry of an agent in a run", () => {
  it.each(["s", "1"])("makes one span of a call of the agent, also where its model calls it %s", async (id) => {
    const activity = new ActivityStream();
    const tell = exportToOpenTelemetry({ api: local });
    activity.subscribe("*", tell);
    const called = { calls: [{ id, name: "outer", args: {} }] };
    const helper = agentTool({
      name: "helper",
      description: "Helps.",
      model: new WrittenModel([called, { text: "Done." }]),
      tools: [outer, add],
      onEvent: tell,
    });
    const model = new WrittenModel([{ calls: [{ id: "h", name: "helper", args: { prompt: "Do it." } }] }]);
    await runToolLoop({ model, tools: [helper], activity }, [{ role: "user", content: "the question" }]);
    const tools = exporter.getFinishedSpans().filter(({ name }) => name.startsWith("execute_tool"));
    expect(tools.map((span) => [span.name, span.attributes["gen_ai.tool.call.id"]])).toEqual([
      ["execute_tool add", `${id}/0`],
      ["execute_tool outer", id],
      ["execute_tool helper", "h"],
    ]);
  });
});
