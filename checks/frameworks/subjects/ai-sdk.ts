import { rawArguments, toAiSdkTools } from "@toolwright/adapters/ai-sdk";
import type { ToolRunner } from "@toolwright/core";
import { isStepCount, jsonSchema, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import type { AskingRan, AskingWork, PlainTool, Ran, ScriptedCall, Subject, Work } from "./subject.ts";

/** AI SDK 7: `streamText` with its own mock model. */
export const subject: Subject = { name: "AI SDK", version: "7.0.173", alone, ours, run, asking };

function alone(tools: readonly PlainTool[]): ToolSet {
  const made = tools.map(({ name, schema, execute, output, asks }) => [
    name,
    tool({
      description: name,
      inputSchema: jsonSchema<unknown>(schema),
      ...(asks && { needsApproval: true }),
      ...(output && { outputSchema: jsonSchema<unknown>(output) }),
      execute: async (input, { abortSignal }) => await execute(input, abortSignal),
    }),
  ]);
  return Object.fromEntries(made);
}

function ours(runner: ToolRunner): ToolSet {
  return toAiSdkTools(runner);
}

async function run({ tools, steps, signal, timeoutMs }: Work): Promise<Ran> {
  const model = scriptedModel(steps);
  const previews: string[] = [];
  let thrown: string | undefined;
  try {
    const result = streamText({
      model,
      tools: asToolSet(tools),
      repairToolCall: rawArguments,
      stopWhen: isStepCount(steps.length + 1),
      prompt: "Go on.",
      ...(signal && { abortSignal: signal }),
      ...(timeoutMs !== undefined && { timeout: { toolMs: timeoutMs } }),
      onError: ({ error }) => {
        thrown = String(error);
      },
    });
    for await (const part of result.fullStream) {
      if (part.type === "tool-result" && part.preliminary === true) previews.push(String(part.output));
    }
  } catch (error) {
    thrown = String(error);
  }
  return { ...seenBy(model), previews, ...(thrown === undefined ? {} : { thrown }) };
}

function asToolSet(tools: unknown): ToolSet {
  return Object.fromEntries(Object.entries(Object(tools)));
}

/** Ends with a request; the client keeps the messages, and sends them back with the answer. */
async function asking({ runner, tools, steps, answer, tamper = String, twice }: AskingWork): Promise<AskingRan> {
  const given = runner === undefined ? asToolSet(tools) : toAiSdkTools(runner, { approvals: "framework" });
  const model = scriptedModel(steps);
  const go = async (messages: ModelMessage[]) => {
    const result = streamText({ model, tools: given, messages, stopWhen: isStepCount(steps.length + 1) });
    const all = await result.steps;
    const requests = all.flatMap(({ content }) => content).filter((part) => part.type === "tool-approval-request");
    return { messages: [...messages, ...(await result.response).messages], requests };
  };
  const asked = await go([{ role: "user", content: "Go on." }]);
  const responses = asked.requests.map(({ approvalId }) => ({
    type: "tool-approval-response" as const,
    approvalId,
    approved: answer,
  }));
  let thrown: string | undefined;
  try {
    const kept: ModelMessage[] = JSON.parse(
      tamper(JSON.stringify([...asked.messages, { role: "tool", content: responses }])),
    );
    if (twice) await go(structuredClone(kept));
    await go(kept);
  } catch (error) {
    thrown = String(error);
  }
  const questions = asked.requests.length;
  return { ...seenBy(model), previews: [], questions, ...(thrown === undefined ? {} : { thrown }) };
}

/** A model that makes the calls of one step after the other, then says `done`. */
export function scriptedModel(steps: readonly (readonly ScriptedCall[])[]): MockLanguageModelV4 {
  let request = 0;
  return new MockLanguageModelV4({
    doStream: async () => {
      const calls = steps[request] ?? [];
      request += 1;
      const parts = calls.map(({ id, name, arguments: input }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input,
      }));
      const text = [
        { type: "text-start" as const, id: "t" },
        { type: "text-delta" as const, id: "t", delta: "done" },
        { type: "text-end" as const, id: "t" },
      ];
      const reason = calls.length === 0 ? "stop" : "tool-calls";
      const finish = {
        type: "finish" as const,
        finishReason: { unified: reason, raw: undefined } as const,
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
      };
      return { stream: convertArrayToReadableStream([...(calls.length === 0 ? text : parts), finish]) };
    },
  });
}

/** What the model of a loop was sent. */
export function seenBy(model: MockLanguageModelV4): Pick<Ran, "answers" | "parameters" | "requests"> {
  const { doStreamCalls: requests } = model;
  const messages = requests.at(-1)?.prompt ?? [];
  const results = messages.flatMap((message) => (message.role === "tool" ? message.content : []));
  const answers = results.flatMap((part) =>
    part.type === "tool-result" ? [{ id: part.toolCallId, text: textOf(part.output) }] : [],
  );
  const functions = (requests[0]?.tools ?? []).filter((one) => one.type === "function");
  const parameters = Object.fromEntries(functions.map(({ name, inputSchema }) => [name, inputSchema]));
  return { answers, parameters, requests: requests.length };
}

function textOf(output: { readonly type: string; readonly value?: unknown }): string {
  return typeof output.value === "string" ? output.value : JSON.stringify(output.value ?? output);
}
