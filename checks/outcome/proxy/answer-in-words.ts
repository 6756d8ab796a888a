import type { ServerResponse } from "node:http";

/** Answers a request in the place of the model: words without calls, as a stream where one was asked for. */
export function answerInWords(
  response: ServerResponse,
  { stream, model }: Record<string, unknown>,
  words: string,
): void {
  const told = { id: "proxy", created: 0, model, usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } };
  const message = { role: "assistant", content: words };
  if (stream !== true) {
    response.writeHead(200, { "content-type": "application/json" });
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    response.end(JSON.stringify({ ...told, object: "chat.completion", choices }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const piece = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ ...told, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  response.end(`${piece(message, null)}${piece({}, "stop")}data: [DONE]\n\n`);
}
