import { toAiSdkTools } from "@toolwright/adapters/ai-sdk";
import { askForWrites, partsOutput, type RunnerOptions, type Tool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { generateText, isStepCount, type ModelMessage, streamText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { scriptedModel, subject } from "../../../checks/frameworks/subjects/ai-sdk.ts";
import type { ScriptedCall } from "../../../checks/frameworks/subjects/subject.ts";
import { call, contract, ready, toolOf, wait } from "./contract.ts";

contract(subject);

describe("AI SDK", () => {
  it("gets live output as preliminary results, each the end of all so far, and the output last", async () => {
    const logs = toolOf(
      "logs",
      async (_, { emitOutput }) => {
        for (const word of ["one", "two"]) {
          emitOutput(`${word}\n`);
          await wait(80);
        }
        emitOutput("x".repeat(10_000));
        await wait(80);
        return { lines: 3 };
      },
      { streamsOutput: true },
    );
    const { run } = ready(subject, [logs]);
    const { previews, answers } = await run([[call("logs", {})]]);
    expect(previews.slice(0, 2)).toEqual(["one\n", "one\ntwo\n"]);
    expect(Math.max(...previews.map(({ length }) => length))).toBeLessThanOrEqual(4_001);
    expect(answers[0]?.text).toBe('{"lines":3}');
  });

  it("gives arguments that are no JSON to our reader", async () => {
    const ran: unknown[] = [];
    const { run, events } = ready(subject, [toolOf("count", (input) => void ran.push(input))]);
    const { answers } = await run([[call("count", '{"n": 5')], [call("count", '"{\\"n\\": 6}"')]]);
    expect(answers[0]?.text).toContain("Error [invalid_json]");
    expect(ran).toEqual([{ n: 6 }]);
    expect(events.filter(({ type }) => type === "tool_call_end")).toHaveLength(2);
  });

  it("gives pages the value, and models what they read of it", async () => {
    const tools = [
      toolOf("weather", () => ({ degrees: 20 }), { effects: "read" }),
      toolOf("written", () => ({ degrees: 20 }), { formatOutput: () => "It is warm." }),
      toolOf("picture", () => partsOutput([{ type: "image", mediaType: "image/png", data: "AAAA" }])),
      toolOf("fails", () => Promise.reject(new Error("no weather"))),
    ];
    const calls = ["weather", "written", "picture", "fails"].map((name) => call(name, {}, name));
    const model = scriptedModel([calls]);
    const result = streamText({ model, tools: toAiSdkTools(runnerOf(tools)), stopWhen: isStepCount(2), prompt: "Go." });
    const [first] = await result.steps;
    const outputs = first?.content.map((part) => (part.type === "tool-result" ? part.output : part.type));
    expect(outputs?.slice(4)).toEqual([
      { degrees: 20 },
      "It is warm.",
      { parts: [{ type: "image", mediaType: "image/png", data: "AAAA" }] },
      "tool-error",
    ]);
    const sent = model.doStreamCalls[1]?.prompt.at(-1)?.content;
    expect(sent).toMatchObject([
      { output: { type: "text", value: '{"degrees":20}' } },
      { output: { type: "text", value: "It is warm." } },
      { output: { type: "content", value: [{ type: "file", mediaType: "image/png", data: { data: "AAAA" } }] } },
      { output: { type: "error-text", value: "Error executing tool: no weather" } },
    ]);
  });

  it("refuses options that do not exist, and what is no runner", () => {
    expect(() => toAiSdkTools(runnerOf([]), Object({ needsApproval: true }))).toThrow(
      /there is no option "needsApproval"; did you mean approvals\?$/,
    );
    expect(() => toAiSdkTools(Object([]))).toThrow(/new ToolRunner/);
  });
});

function runnerOf(tools: readonly Tool[], options: Partial<RunnerOptions> = {}): ToolRunner {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  return new ToolRunner({ registry: new ToolRegistry(tools), logger, ...options });
}

describe("AI SDK asks its own user", () => {
  const sending = () => {
    const ran: unknown[] = [];
    const send = toolOf(
      "send",
      (input) => {
        ran.push(input);
        return "sent";
      },
      { effects: "external" },
    );
    const runner = runnerOf([send, toolOf("look", () => "seen", { effects: "read" })], { policy: askForWrites });
    return { ran, tools: toAiSdkTools(runner, { approvals: "framework" }) };
  };

  const go = async (tools: ReturnType<typeof toAiSdkTools>, messages: ModelMessage[], calls: ScriptedCall[] = []) => {
    const model = scriptedModel(calls.length === 0 ? [] : [calls]);
    const result = streamText({ model, tools, messages, stopWhen: isStepCount(3) });
    const steps = await result.steps;
    const requests = steps.flatMap(({ content }) => content).filter((part) => part.type === "tool-approval-request");
    return { messages: [...messages, ...(await result.response).messages], requests, sent: model.doStreamCalls };
  };

  const answer = (messages: ModelMessage[], approvalId: string, approved: boolean): ModelMessage[] => [
    ...messages,
    { role: "tool", content: [{ type: "tool-approval-response", approvalId, approved }] },
  ];

  const begin: ModelMessage[] = [{ role: "user", content: "Send it." }];

  it("where our policy wants it, and runs what it allowed", async () => {
    const { ran, tools } = sending();
    const asked = await go(tools, begin, [call("send", { to: "ada" }), call("look", {})]);
    expect(asked.requests).toHaveLength(1);
    expect(ran).toEqual([]);
    const done = await go(tools, answer(asked.messages, asked.requests[0]?.approvalId ?? "", true));
    expect(ran).toEqual([{ to: "ada" }]);
    expect(JSON.stringify(done.sent[0]?.prompt)).toContain('"sent"');
  });

  it("and nothing runs when it says no", async () => {
    const { ran, tools } = sending();
    const asked = await go(tools, begin, [call("send", { to: "ada" })]);
    await go(tools, answer(asked.messages, asked.requests[0]?.approvalId ?? "", false));
    expect(ran).toEqual([]);
  });

  it("and nothing runs when a client changed the arguments, or sends the answer twice", async () => {
    const { ran, tools } = sending();
    const asked = await go(tools, begin, [call("send", { to: "ada" })]);
    const approved = answer(asked.messages, asked.requests[0]?.approvalId ?? "", true);
    const changed: ModelMessage[] = JSON.parse(JSON.stringify(approved).replaceAll('"ada"', '"eve"'));
    const tampered = await go(tools, changed);
    expect(JSON.stringify(tampered.sent[0]?.prompt)).toContain("security_violation");
    expect(ran).toEqual([]);
    await go(tools, approved);
    await go(tools, approved);
    expect(ran).toEqual([{ to: "ada" }]);
  });

  it("and nothing runs that nobody was asked about", async () => {
    const { ran, tools } = sending();
    const asked = await go(tools, begin, [call("send", { to: "ada" })]);
    const { tools: elsewhere, ran: ranElsewhere } = sending();
    await go(elsewhere, answer(asked.messages, asked.requests[0]?.approvalId ?? "", true));
    expect([ran, ranElsewhere]).toEqual([[], []]);
  });

  it("also in generateText", async () => {
    const { ran, tools } = sending();
    const { sent } = await go(tools, begin);
    expect(sent).toHaveLength(1);
    const { content } = await generateText({ model: oneAnswer(), tools, messages: begin });
    expect(content.map(({ type }) => type)).toContain("tool-approval-request");
    expect(ran).toEqual([]);
  });
});

/** A model for `generateText` that makes one call. */
function oneAnswer() {
  return new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: "tool-call" as const, toolCallId: "one", toolName: "send", input: "{}" }],
      finishReason: { unified: "tool-calls" as const, raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      },
      warnings: [],
    }),
  });
}
