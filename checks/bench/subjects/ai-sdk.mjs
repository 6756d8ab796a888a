import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import { ANSWER, DESCRIPTION, PROMPT, Tally } from "./work.mjs";

/** AI SDK 7 as its documentation shows a loop: `generateText` with a tool, a step limit and its own mock model. */
export const aiSdk = { name: "AI SDK 7", prepare };

const inputSchema = z.object({ path: z.string(), line: z.number().int() });

function prepare(steps, kind) {
  const answers = [...steps.map(callsAnswer), answer([{ type: "text", text: ANSWER }], "stop")];
  const calls = steps.flat().length;
  return async () => {
    const tally = new Tally();
    let request = 0;
    const later = async (value) => {
      await undefined;
      return tally.execute(value);
    };
    const execute = kind === "asynchronous" ? later : (value) => tally.execute(value);
    const result = await generateText({
      model: new MockLanguageModelV4({ doGenerate: async () => answers[request++] }),
      tools: { lookup: tool({ description: DESCRIPTION, inputSchema, execute }) },
      stopWhen: stepCountIs(answers.length),
      prompt: PROMPT,
      abortSignal: new AbortController().signal,
    });
    tally.expect(calls, "AI SDK");
    if (result.text !== ANSWER) throw new Error(`AI SDK ended with ${result.text}`);
  };
}

function callsAnswer(calls) {
  const content = calls.map(({ id, name, input }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input: JSON.stringify(input),
  }));
  return answer(content, "tool-calls");
}

function answer(content, finishReason) {
  return { content, finishReason: { unified: finishReason, raw: undefined }, usage: usage(), warnings: [] };
}

function usage() {
  return {
    inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 10, text: 10, reasoning: undefined },
  };
}
