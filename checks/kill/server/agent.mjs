// What is killed: the same conversation every time, with calls that may be run again, calls that may not, and one that
// asks.
import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { defineTool } from "@toolwright/core";

/** The tools that each step calls at once. */
const STEPS = [["look", "send", "put"], ["send"], ["deploy"], ["look", "look", "put"]];

/** How many calls a conversation has. */
export const CALLS = STEPS.flat().length;

/** From so many milliseconds on a call is worth waiting for; nobody is asked then. */
const SHORT_MS = 1_000;

/** The agent of a server; its tools note in a file that they began. */
export function killedAgent(log, callMs) {
  const isShort = callMs < SHORT_MS;
  const tools = [
    noting(log, "look", { effects: "read" }),
    noting(log, "send", { effects: "external" }),
    noting(log, "put", { effects: { kind: "write", idempotent: true } }),
    noting(log, "deploy", { effects: "external", requiresConfirmation: isShort }),
  ].map((make) => make(callMs));
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  return { model: "script:kill", config: () => ({ model: { name: "kill", completionStream }, tools, logger }) };
}

function noting(log, name, more) {
  return (callMs) =>
    defineTool({
      name,
      description: `Does ${name}.`,
      input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      allowlist: "all",
      streamsOutput: true,
      ...more,
      async execute({ text }, { toolCallId, conversation, emitOutput }) {
        appendFileSync(log, `${conversation.chatId} ${toolCallId}\n`);
        emitOutput(`working on ${text}\n`);
        await pause(callMs);
        return `${name} ran`;
      },
    });
}

/** Answers by what was said since the user spoke, so that a run that is taken up goes on where it was. */
function completionStream({ messages }) {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === "user"));
  const step = since.filter(({ role }) => role === "assistant").length;
  const calls = (STEPS[step] ?? []).map((name, place) => {
    const text = JSON.stringify({ text: `${step}.${place}` });
    return { id: `${name}-${step}-${place}`, type: "function", function: { name, arguments: text } };
  });
  const content = `This is step ${step}.`;
  const message = { role: "assistant", content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  const finishReason = calls.length === 0 ? "stop" : "tool_calls";
  return { stream: words(content), final: Promise.resolve({ message, model: "kill", finishReason, toolCalls: calls }) };
}

async function* words(content) {
  for (const delta of content.match(/\S+ ?/g)) {
    await pause(1);
    yield { type: "text_delta", delta };
  }
}
