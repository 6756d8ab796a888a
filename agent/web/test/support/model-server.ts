import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { ModelTurn } from "./model-turn.ts";

/** What the agent's server asks a model for. */
export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly reasoning_effort?: string;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A server that speaks OpenAI's chat completions, whose answers the test gives piece by piece. */
export interface ModelServer {
  readonly baseUrl: string;
  /** The next request that has not been answered in the turn that began with these words, once it is there. */
  asked(said: string): Promise<ModelTurn>;
  /** How many requests of such a turn wait to be answered. */
  waiting(said: string): number;
  close(): void;
}

/** Listens on a free port. */
export async function startModelServer(): Promise<ModelServer> {
  const turns: ModelTurn[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  const server = createServer(async (request, response) => {
    response.on("error", () => undefined);
    // The command asks for the list of models.
    if (request.method === "GET") return void response.writeHead(404).end();
    turns.push(new ModelTurn(await bodyOf(request), response));
    arrivals.emit("turn");
  });
  const of = (said: string) => turns.findIndex((turn) => turn.said.includes(said));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async asked(said) {
      while (of(said) === -1) await once(arrivals, "turn");
      const [turn] = turns.splice(of(said), 1);
      if (turn === undefined) throw new Error("It was there.");
      return turn;
    },
    waiting: (said) => turns.filter((turn) => turn.said.includes(said)).length,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return JSON.parse(text);
}
