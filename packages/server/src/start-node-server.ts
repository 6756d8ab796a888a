import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { checkListening } from "./check-server-options.ts";
import type { AgentServer } from "./create-agent-server.ts";

/** Where a server listens. */
export interface ListenOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** A server that listens. */
export interface RunningServer {
  readonly port: number;
  /** Takes no more connections, brings runs to rest, ends what is left. */
  close(): Promise<void>;
}

/**
 * Milliseconds for a request's headers, and for all of it (its own limit on bodies is shorter). Node looks only so often for those that
 * are over: every 30 seconds unless it is told otherwise.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

/** Listens on a socket of Node, and takes up open runs. Rejects when the address cannot be had, or an option cannot be. */
export async function startNodeServer(server: AgentServer, options: ListenOptions): Promise<RunningServer> {
  checkListening(server, options);
  const node = createAdaptorServer({ fetch: server.fetch, serverOptions: TIMEOUTS });
  await listen(node, options);
  server.resume();
  const address = node.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return {
    port,
    async close() {
      node.close();
      await server.close();
      if ("closeAllConnections" in node) node.closeAllConnections();
    },
  };
}

function listen(node: ServerType, { host = "127.0.0.1", port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    node.once("error", reject);
    node.listen(port, host, () => {
      node.off("error", reject);
      resolve();
    });
  });
}
