import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What the model is asked to do: it does not know the colour before a tool has told it. */
export const TASK = "Write the colour that colour.txt names into copy.txt.";
const COLOUR = /teal|crimson/;

/** A request for a chat completion, as far as it is looked at. */
export interface AskedModel {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A call, as the tools of an agent take it. */
export interface WantedCall {
  readonly name: string;
  readonly arguments: object;
}

/** How an agent's tools are called for the task. */
export interface FolderCalls {
  readonly look: WantedCall;
  readonly write: (colour: string) => WantedCall;
}

/** A model over HTTP that does the task in two calls, and keeps what it was asked. */
export async function folderModel(calls: () => FolderCalls | undefined) {
  const asked: AskedModel[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.writeHead(404).end();
    const body: AskedModel = JSON.parse(await textOf(request));
    asked.push(body);
    const delta = answerTo(body, calls());
    const finish_reason = "tool_calls" in delta ? "tool_calls" : "stop";
    const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "folder" };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    response.setHeader("content-type", "text/event-stream");
    for (const chunk of [{ choices: [{ index: 0, delta, finish_reason }] }, { choices: [], usage }])
      response.write(`data: ${JSON.stringify({ ...head, ...chunk })}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, asked, close: () => server.close() };
}

/** A request without tools, such as for a title, gets words. */
function answerTo({ messages, tools = [] }: AskedModel, calls: FolderCalls | undefined): object {
  if (tools.length === 0 || calls === undefined) return { role: "assistant", content: "A colour" };
  const results = messages.filter(({ role }) => role === "tool");
  const [colour] = COLOUR.exec(JSON.stringify(results[0]?.content ?? "")) ?? [];
  if (results.length === 0) return calling(calls.look);
  if (colour === undefined) return { role: "assistant", content: "I could not read it." };
  return results.length === 1 ? calling(calls.write(colour)) : { role: "assistant", content: `It is ${colour}.` };
}

function calling({ name, arguments: args }: WantedCall): object {
  const call = { index: 0, id: `call_${name}_${Math.random().toString(36).slice(2)}`, type: "function" };
  return { role: "assistant", tool_calls: [{ ...call, function: { name, arguments: JSON.stringify(args) } }] };
}

async function textOf(request: IncomingMessage): Promise<string> {
  return (await request.setEncoding("utf8").toArray()).join("");
}
