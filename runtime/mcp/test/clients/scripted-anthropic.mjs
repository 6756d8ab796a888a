// Anthropic's messages endpoint for the Claude Agent SDK: a model that makes one call after the other, whatever it is
// told.
import { createServer } from "node:http";

/** `calls`: the name and the input of each. `onRequest` hears every body that asks for an answer. */
export async function scriptedAnthropic(calls, onRequest) {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    if (!/^\/v1\/messages(\?|$)/.test(request.url)) return response.writeHead(404).end("{}");
    const body = JSON.parse(text);
    onRequest(body);
    const done = body.messages.filter((message) => resultsIn(message).length > 0).length;
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of answer(body.model, done, body.tools?.length > 0 ? calls[done] : undefined))
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** The results of calls in a message. */
export function resultsIn({ content }) {
  return Array.isArray(content) ? content.filter((part) => part.type === "tool_result") : [];
}

function answer(model, number, call) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${number}`, type: "message", role: "assistant", model, content: [], usage };
  const [name, input] = call ?? [];
  const block = call ? { type: "tool_use", id: `toolu_${number}`, name, input: {} } : { type: "text", text: "" };
  const delta = call
    ? { type: "input_json_delta", partial_json: JSON.stringify(input) }
    : { type: "text_delta", text: "Done." };
  return [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}
