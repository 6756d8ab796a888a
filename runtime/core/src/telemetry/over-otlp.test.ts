import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as api from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { JsonMetricsSerializer } from "@opentelemetry/otlp-transformer";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { expect, it, onTestFinished } from "vitest";
import { WrittenModel } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { ModelPort } from "../model/model-port.ts";
import { withOrigin } from "../tool/tool-origin.ts";
import { exportToOpenTelemetry } from "./export-to-open-telemetry.ts";

const GEN_AI = "https://opentelemetry.io/schemas/gen-ai/0.1.0";

type Attributes = { key: string; value: Record<string, unknown> }[];
interface Span {
  name: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attributes;
  events: { name: string; attributes: Attributes }[];
}
interface Metric {
  name: string;
  unit: string;
  histogram: { dataPoints: { count: number; sum: number; explicitBounds: number[]; attributes: Attributes }[] };
}
interface Scoped<T> {
  scope: { name: string };
  schemaUrl?: string;
  spans: T[];
  metrics: T[];
}

/** Nothing is sent before it is asked for. */
class AskedReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** A collector on this machine, and what it was sent. */
async function startCollector() {
  const spans: Scoped<Span>[] = [];
  const metrics: Scoped<Metric>[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    if (request.url === "/v1/traces") for (const { scopeSpans } of body.resourceSpans) spans.push(...scopeSpans);
    if (request.url === "/v1/metrics")
      for (const { scopeMetrics } of body.resourceMetrics) metrics.push(...scopeMetrics);
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address: AddressInfo = Object(server.address());
  return { url: `http://127.0.0.1:${address.port}`, spans, metrics };
}

function valuesOf(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

function named(name: string, answers: ConstructorParameters<typeof WrittenModel>[0]): ModelPort {
  const written = new WrittenModel(answers);
  return { name, completionStream: (params) => written.completionStream(params) };
}

const failing = defineTool({
  name: "failing",
  description: "",
  input: { type: "object" },
  execute: () => {
    throw new RangeError("no disk of ada");
  },
});
const remote = withOrigin(
  defineTool({ name: "files_read", description: "", input: { type: "object" }, execute: () => "read" }),
  { server: "files", tool: "read" },
);

it("tells a collector over HTTP, by the conventions, of a run with a failure, an MCP server and another agent", async () => {
  const collector = await startCollector();
  const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` });
  const tracing = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  const reader = new AskedReader();
  const meters = new MeterProvider({ readers: [reader] });
  const local = {
    ...api,
    trace: { getTracer: tracing.getTracer.bind(tracing), setSpan: api.trace.setSpan },
    metrics: meters,
  };
  const helper = defineTool({
    name: "helper",
    description: "",
    input: { type: "object" },
    async execute(_input, { toolCallId }) {
      const activity = new ActivityStream();
      activity.subscribe("*", (event) => tell(event.type === "run_start" ? { ...event, parentId: toolCallId } : event));
      await runToolLoop({ model: named("amazon-bedrock:small", [{ text: "helped" }]), activity }, [
        { role: "user", content: "help" },
      ]);
      return "helped";
    },
  });
  const tools = new ToolRegistry([failing, remote, helper]);
  const tell = exportToOpenTelemetry({ api: local, agentName: "main", toolOf: (name) => tools.get(name) });
  const activity = new ActivityStream();
  activity.subscribe("*", tell);
  const calls = ["failing", "files_read", "helper"].map((name) => ({ id: name, name }));
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  await runToolLoop({ model: named("openai:gpt-5", [{ calls }, { text: "done" }]), tools, activity, logger }, [
    { role: "user", content: "go" },
  ]);
  await tracing.forceFlush();
  const { resourceMetrics } = await reader.collect();
  const body = Buffer.from(JsonMetricsSerializer.serializeRequest(resourceMetrics) ?? "");
  await fetch(`${collector.url}/v1/metrics`, { method: "POST", body });

  expect(collector.spans.map(({ scope, schemaUrl }) => [scope.name, schemaUrl])).toEqual([
    ["@toolwright/core", GEN_AI],
  ]);
  const spans = collector.spans.flatMap((scoped) => scoped.spans);
  const spanOf = (name: string) => {
    const span = spans.find((one) => one.name === name);
    return { ...span, attributes: valuesOf(span?.attributes ?? []) };
  };
  const above = (name: string) => spans.find(({ spanId }) => spanId === spanOf(name).parentSpanId)?.name;
  expect(spans.map(({ name }) => name).toSorted()).toEqual([
    "chat gpt-5",
    "chat gpt-5",
    "chat small",
    "execute_tool failing",
    "execute_tool files_read",
    "execute_tool helper",
    "invoke_agent helper",
    "invoke_workflow main",
  ]);
  expect([above("chat small"), above("invoke_agent helper"), above("execute_tool helper")]).toEqual([
    "invoke_agent helper",
    "execute_tool helper",
    "invoke_workflow main",
  ]);
  expect(spanOf("invoke_workflow main").attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_workflow",
    "gen_ai.agent.name": "main",
    "gen_ai.provider.name": "openai",
  });
  expect(spanOf("invoke_agent helper").attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "helper",
    "gen_ai.provider.name": "aws.bedrock",
  });
  expect(spanOf("execute_tool files_read").attributes).toMatchObject({
    "mcp.method.name": "tools/call",
    "toolwright.mcp.server": "files",
    "toolwright.mcp.tool": "read",
  });
  const failed = spans.find(({ name }) => name === "execute_tool failing");
  expect(failed?.events.map(({ name, attributes }) => [name, valuesOf(attributes)])).toEqual([
    ["gen_ai.execute_tool.exception", { "exception.type": "RangeError" }],
  ]);
  expect(JSON.stringify(spans)).not.toContain("no disk");

  expect(collector.metrics.map(({ schemaUrl }) => schemaUrl)).toEqual([GEN_AI]);
  const metrics = new Map(collector.metrics.flatMap((scoped) => scoped.metrics.map((metric) => [metric.name, metric])));
  const points = (name: string) =>
    metrics
      .get(name)
      ?.histogram.dataPoints.map(({ count, sum, attributes }) => ({ count, sum, ...valuesOf(attributes) }));
  expect([...metrics].map(([name, { unit }]) => [name, unit])).toEqual([
    ["gen_ai.client.token.usage", "{token}"],
    ["gen_ai.client.operation.duration", "s"],
    ["gen_ai.execute_tool.duration", "s"],
  ]);
  const gpt = { "gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai", "gen_ai.request.model": "gpt-5" };
  expect(points("gen_ai.client.token.usage")).toEqual(
    expect.arrayContaining([
      { count: 2, sum: 2, "gen_ai.token.type": "input", ...gpt },
      { count: 2, sum: 2, "gen_ai.token.type": "output", ...gpt },
    ]),
  );
  expect(points("gen_ai.client.operation.duration")).toEqual(
    expect.arrayContaining([{ count: 2, sum: expect.any(Number), ...gpt }]),
  );
  expect(points("gen_ai.execute_tool.duration")).toContainEqual({
    count: 1,
    sum: expect.any(Number),
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "failing",
    "error.type": "execution_failed",
  });
  const [bounds] = metrics.get("gen_ai.client.token.usage")?.histogram.dataPoints ?? [];
  expect(bounds?.explicitBounds.slice(0, 4)).toEqual([1, 4, 16, 64]);
});

it("says what an exception said where spans hold what was said", async () => {
  const events: object[] = [];
  const span = { setAttributes() {}, setStatus() {}, updateName() {}, end() {} };
  const addEvent = (name: string, attributes: object) => void events.push({ name, ...attributes });
  const trace = { getTracer: () => ({ startSpan: () => ({ ...span, addEvent }) }), setSpan: () => undefined };
  const activity = new ActivityStream();
  const local = { trace, context: { active: () => undefined } };
  activity.subscribe("*", exportToOpenTelemetry({ api: local, content: true }));
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const model = named("m", [{ calls: [{ id: "c", name: "failing" }] }, { text: "x" }]);
  await runToolLoop({ model, tools: [failing], activity, logger }, [{ role: "user", content: "x" }]);
  expect(events).toEqual([
    {
      name: "gen_ai.execute_tool.exception",
      "exception.type": "RangeError",
      "exception.message": "no disk of ada",
    },
  ]);
});
