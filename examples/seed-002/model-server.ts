import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const document = readFileSync(new URL("document/tool-call-chunks.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

const call = (id: string, name: string, args: string) =>
  JSON.stringify({
    choices: [{ delta: { tool_calls: [{ index: 1, id, type: "function", function: { name, arguments: args } }] } }],
  });
const end = (reason: string) =>
  JSON.stringify({
    choices: [{ delta: {}, finish_reason: reason }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  });
const text = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] });

/** What stands for LiteLLM: the document's chunks and a call with broken arguments, the call again, and a text. */
const answers: readonly (readonly string[])[] = [
  [text("One moment. "), ...document, call("call_bad", "get_current_time", '{"timezone": Europe'), end("tool_calls")],
  [call("call_time", "get_current_time", '{"timezone":"Europe/Berlin"}'), end("tool_calls")],
  [text("It is late, "), text("so only a title."), end("stop")],
];

export interface ModelServer {
  readonly baseUrl: string;
  /** The bodies it was sent. */
  readonly requests: readonly { readonly messages: readonly object[] }[];
  close(): void;
}

/** Serves OpenAI's chat completions on a free port of this machine. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: { messages: object[] }[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    const answer = answers[requests.length] ?? [];
    requests.push(JSON.parse(Buffer.concat(pieces).toString()));
    response.setHeader("content-type", "text/event-stream");
    for (const chunk of answer) response.write(`data: ${chunk}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, close: () => server.close() };
}
