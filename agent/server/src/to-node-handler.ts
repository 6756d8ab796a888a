import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { AgentServer } from "./create-agent-server.ts";
import { refuse } from "./routes/refuse.ts";
import { type HandlerOptions, toFetchHandler } from "./to-fetch-handler.ts";

const READ_BEFORE =
  "The body of this request was read before it came here: use the handler before what reads bodies, such as express.json().";

/**
 * The same for a host on Node's `http`, such as Express or Fastify. A host that takes what it is mounted at out of the
 * address, as Express does, needs no prefix.
 */
export function toNodeHandler(
  server: Pick<AgentServer, "fetch">,
  options: HandlerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const handle = getRequestListener(toFetchHandler(server, options), { overrideGlobalObjects: false });
  const refuseRead = getRequestListener(async () => refuse(500, READ_BEFORE), { overrideGlobalObjects: false });
  return async (request, response) => {
    const isRead = request.readableDidRead && request.method !== "GET" && request.method !== "HEAD";
    await (isRead ? refuseRead : handle)(request, response);
  };
}
