import { runAgentLoop } from "@earendil-works/pi-agent-core";
import { createAssistantMessageEventStream } from "@earendil-works/pi-ai";
import { int, obj, str } from "@earendil-works/pi-schema";
import { ANSWER, DESCRIPTION, PROMPT, Tally } from "./work.mjs";

/** pi-agent-core: its loop with one listener and a model that answers whole. */
export const pi = { name: "pi-agent-core", prepare };

const parameters = obj({ path: str(), line: int() });
const model = { id: "mock", name: "mock", api: "mock", provider: "mock" };
const config = { model, convertToLlm: (messages) => messages };

function prepare(steps, kind) {
  const answers = [...steps.map(callsAnswer), () => message([{ type: "text", text: ANSWER }], "stop")];
  const calls = steps.flat().length;
  return async () => {
    const tally = new Tally();
    let request = 0;
    let events = 0;
    const tool = {
      name: "lookup",
      label: "lookup",
      description: DESCRIPTION,
      parameters,
      // The loop takes content for the model and details for programs; writing the text is the tool's work.
      execute: async (_id, value) => {
        if (kind === "asynchronous") await undefined;
        const details = tally.execute(value);
        return { content: [{ type: "text", text: JSON.stringify(details) }], details };
      },
    };
    const prompt = { role: "user", content: PROMPT, timestamp: 0 };
    const messages = await runAgentLoop(
      [prompt],
      { messages: [], tools: [tool] },
      config,
      () => {
        events += 1;
      },
      new AbortController().signal,
      () => reply(answers[request++]()),
    );
    tally.expect(calls, "pi");
    if (messages.at(-1).content[0].text !== ANSWER || events === 0) throw new Error("pi did not end as scripted");
  };
}

function reply(answered) {
  const stream = createAssistantMessageEventStream();
  stream.push({ type: "done", reason: answered.stopReason, message: answered });
  stream.end(answered);
  return stream;
}

/** Arguments arrive as text, here as for everybody; with pi the model's side reads them. */
function callsAnswer(calls) {
  const asked = calls.map(({ id, name, input }) => ({ id, name, text: JSON.stringify(input) }));
  return () =>
    message(
      asked.map(({ id, name, text }) => ({ type: "toolCall", id, name, arguments: JSON.parse(text) })),
      "toolUse",
    );
}

function message(content, stopReason) {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 10, output: 10, cacheRead: 0, cacheWrite: 0, totalTokens: 20, cost };
  return { role: "assistant", content, api: "mock", provider: "mock", model: "mock", usage, stopReason, timestamp: 0 };
}
