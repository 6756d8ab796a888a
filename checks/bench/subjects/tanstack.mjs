import { chat, EventType, maxIterations, toolDefinition } from "@tanstack/ai";
import { z } from "zod";
import { ANSWER, DESCRIPTION, PROMPT, Tally } from "./work.mjs";

/** TanStack AI: `chat` with an adapter of its own kind that answers whole. */
export const tanstack = { name: "TanStack AI", prepare };

const inputSchema = z.object({ path: z.string(), line: z.number().int() });
const lookup = toolDefinition({ name: "lookup", description: DESCRIPTION, inputSchema });

function prepare(steps, kind) {
  const answers = [...steps.map(callsOf), textOf];
  const calls = steps.flat().length;
  return async () => {
    const tally = new Tally();
    let request = 0;
    const later = async (value) => {
      await undefined;
      return tally.execute(value);
    };
    const stream = chat({
      adapter: {
        kind: "text",
        name: "mock",
        model: "mock",
        chatStream: () => answers[request](about(request++)),
      },
      messages: [{ role: "user", content: PROMPT }],
      tools: [lookup.server(kind === "asynchronous" ? later : (value) => tally.execute(value))],
      agentLoopStrategy: maxIterations(answers.length),
      abortController: new AbortController(),
    });
    let text = "";
    for await (const { type, delta } of stream) if (type === EventType.TEXT_MESSAGE_CONTENT) text += delta;
    tally.expect(calls, "TanStack AI");
    if (text !== ANSWER) throw new Error(`TanStack AI ended with ${text}`);
  };
}

function about(request) {
  return { threadId: "t", runId: `r${request}`, model: "mock", timestamp: 0 };
}

function callsOf(calls) {
  const asked = calls.map(({ id, name, input }) => ({ id, name, text: JSON.stringify(input) }));
  return async function* (about) {
    yield { type: EventType.RUN_STARTED, ...about };
    for (const [index, { id, name, text }] of asked.entries()) {
      const call = { toolCallId: id, toolCallName: name, toolName: name, index, ...about };
      yield { type: EventType.TOOL_CALL_START, ...call };
      yield { type: EventType.TOOL_CALL_ARGS, ...call, delta: text };
      yield { type: EventType.TOOL_CALL_END, ...call };
    }
    yield finished("tool_calls", about);
  };
}

async function* textOf(about) {
  yield { type: EventType.RUN_STARTED, ...about };
  yield { type: EventType.TEXT_MESSAGE_START, messageId: "m", role: "assistant", ...about };
  yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId: "m", delta: ANSWER, ...about };
  yield { type: EventType.TEXT_MESSAGE_END, messageId: "m", ...about };
  yield finished("stop", about);
}

function finished(finishReason, about) {
  return { type: EventType.RUN_FINISHED, ...about, finishReason, metadata: { tanstack: { finishReason } } };
}
