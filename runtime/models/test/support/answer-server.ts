import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers one request; `body` is the request's body. */
export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void | Promise<void>;

export interface AnswerServer {
  /** What `createLiteLlmModel` takes as `baseUrl`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Starts an HTTP server on a free port of this machine. */
export async function startServer(handle: Handler): Promise<AnswerServer> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => void handle(request, response, Buffer.concat(pieces).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${portOf(server.address())}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
