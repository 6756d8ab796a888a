// The peer of `npm run serve`: AI SDK's `streamText` behind a Node socket. It stores nothing. With `MODEL_URL` in the
// environment its model is at that address.
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { jsonSchema, stepCountIs, streamText, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";

const { MODEL_URL: baseURL } = process.env;
const provider = baseURL === undefined ? undefined : createOpenAICompatible({ name: "bench", baseURL });

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += piece;
  const wanted = Number(/\d+/.exec(JSON.parse(body).message)[0]);
  response.setHeader("x-toolwright-thread", "none");
  const result = streamText({
    model: provider?.("counting") ?? countingModel(wanted),
    tools: { stamp },
    stopWhen: stepCountIs(wanted + 1),
    prompt: `make ${wanted} calls`,
  });
  result.pipeUIMessageStreamToResponse(response);
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port, token: "none" }));
process.on("message", () => {
  process.send({ rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 });
});

const stamp = tool({
  description: "Says when it printed and when it ended.",
  inputSchema: jsonSchema({ type: "object", properties: { number: { type: "integer" } }, required: ["number"] }),
  async *execute({ number }) {
    yield { printed: `printed ${number} at ${now()}\n` };
    yield { number, endedAt: now() };
  },
});

/** One call a step, in as many pieces as the model of our own server gives, and then a sentence. */
function countingModel(wanted) {
  let number = 0;
  const doStream = async () => ({ stream: ReadableStream.from(number === wanted ? words() : call((number += 1))) });
  return new MockLanguageModelV4({ doStream });
}

function call(number) {
  const [id, input] = [`call-${number}`, JSON.stringify({ number })];
  return [
    { type: "tool-input-start", id, toolName: "stamp" },
    { type: "tool-input-delta", id, delta: input.slice(0, 5) },
    { type: "tool-input-delta", id, delta: input.slice(5) },
    { type: "tool-input-end", id },
    { type: "tool-call", toolCallId: id, toolName: "stamp", input },
    finish("tool-calls"),
  ];
}

function words() {
  const deltas = ["That ", "was ", "all."].map((delta) => ({ type: "text-delta", id: "t", delta }));
  return [{ type: "text-start", id: "t" }, ...deltas, { type: "text-end", id: "t" }, finish("stop")];
}

function finish(unified) {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  return { type: "finish", finishReason: { unified, raw: undefined }, usage };
}

/** Milliseconds of the clock that all processes of a machine share. */
function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}
