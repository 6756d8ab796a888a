import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ModelTurn } from "./model-turn.ts";

/** What the agent's server asks a model for. */
export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A server that speaks OpenAI's chat completions, whose answers the test gives piece by piece. */
export interface ModelServer {
  readonly baseUrl: string;
  /** The next request that has not been answered, once it is there. */
  asked(): Promise<ModelTurn>;
  /** How many requests wait for a test to answer them. */
  waiting(): number;
  close(): void;
}

/** Listens on a free port. */
export async function startModelServer(): Promise<ModelServer> {
  const turns: ModelTurn[] = [];
  const askers: ((turn: ModelTurn) => void)[] = [];
  const server = createServer(async (request, response) => {
    const turn = new ModelTurn(await bodyOf(request), begun(response));
    const asker = askers.shift();
    if (asker === undefined) turns.push(turn);
    else asker(turn);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked: () =>
      new Promise((resolve) => {
        const turn = turns.shift();
        if (turn === undefined) askers.push(resolve);
        else resolve(turn);
      }),
    waiting: () => turns.length,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function begun(response: ServerResponse): ServerResponse {
  response.on("error", () => undefined);
  return response.writeHead(200, { "content-type": "text/event-stream" });
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return JSON.parse(text);
}
