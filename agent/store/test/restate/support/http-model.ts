import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

interface Message {
  readonly role: string;
  readonly content: string;
}

/** What a model was asked, by whichever server. */
export interface Asked {
  readonly messages: readonly Message[];
  /** Only what is asked for a summary or a title has no tools. */
  readonly isSummary: boolean;
}

/** What it answers: a text, a line for the shell, or nothing, ever. */
export type Said = { readonly text: string } | { readonly shell: string } | "nothing";

/** A model over HTTP that all servers share, so that whoever takes a run up asks the same one. */
export async function startModel(answer: (asked: Asked) => Said | Promise<Said>) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.writeHead(404).end();
    const { messages, tools = [] } = JSON.parse(await text(request));
    const one = { messages, isSummary: tools.length === 0 };
    asked.push(one);
    const said = await answer(one);
    if (said !== "nothing") send(response, said);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  return { url: `http://127.0.0.1:${port}/v1`, asked };
}

function send(response: ServerResponse, said: Exclude<Said, "nothing">): void {
  response.setHeader("content-type", "text/event-stream");
  const call = (command: string) => ({ name: "bash", arguments: JSON.stringify({ command }) });
  const delta =
    "text" in said
      ? { content: said.text }
      : { tool_calls: [{ index: 0, id: crypto.randomUUID(), type: "function", function: call(said.shell) }] };
  const finish_reason = "text" in said ? "stop" : "tool_calls";
  response.end(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\ndata: [DONE]\n\n`);
}
