// A model behind an OpenAI-compatible address in a process of its own, which answers each request as `countingModel`
// does, when so many milliseconds are over: `node model-server.mjs MODEL_MS`.
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { countingModel } from "./counting-model.mjs";

const modelMs = Number(process.argv[2]);

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += piece;
  const { stream, final } = countingModel().completionStream(JSON.parse(body));
  response.writeHead(200, { "content-type": "text/event-stream" });
  await pause(modelMs);
  for await (const event of stream) response.write(line(toDelta(event)));
  response.write(line({}, (await final).finishReason));
  response.end("data: [DONE]\n\n");
});
server.listen(0, "127.0.0.1", () => process.send({ url: `http://127.0.0.1:${server.address().port}/v1` }));

function toDelta({ type, delta }) {
  return type === "text_delta" ? { content: delta } : { tool_calls: [delta] };
}

function line(delta, finish_reason = null) {
  const choices = [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason }];
  return `data: ${JSON.stringify({ id: "a", object: "chat.completion.chunk", created: 1, model: "counting", choices })}\n\n`;
}
