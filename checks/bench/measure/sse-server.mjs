import { createServer } from "node:http";

/** An OpenAI-compatible server whose only answer is one call with `bytes` of arguments in deltas of 20 bytes. */
export async function serveArguments(bytes) {
  const body = Buffer.from(eventsOf(JSON.stringify({ text: "a ".repeat(bytes / 2) })));
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${server.address().port}/v1`, close };
}

function eventsOf(text) {
  const call = (fields) => event({ tool_calls: [{ index: 0, ...fields }] }, null);
  const lines = [call({ id: "c1", type: "function", function: { name: "write", arguments: "" } })];
  for (let at = 0; at < text.length; at += 20) lines.push(call({ function: { arguments: text.slice(at, at + 20) } }));
  return [...lines, event({}, "tool_calls"), "data: [DONE]\n\n"].join("");
}

function event(delta, finishReason) {
  const choice = { index: 0, delta, finish_reason: finishReason };
  const chunk = { id: "x", object: "chat.completion.chunk", created: 0, model: "m", choices: [choice] };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
