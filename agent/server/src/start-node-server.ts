import { setTimeout as pause } from "node:timers/promises";
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
  /** Begins no more runs, brings those under way to rest, then takes no more connections and ends what is left. */
  close(): Promise<void>;
}

/**
 * Milliseconds for a request's headers, and for all of it (its own limit on bodies is shorter). Node looks only so
 * often for those that are over: every 30 seconds unless it is told otherwise.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

/** Milliseconds for what is being answered when the server ends. */
const GRACE_MS = 100;

/**
 * Listens on a socket of Node, and takes up open runs. Rejects when the address cannot be had, or an option cannot be.
 */
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
      // Until then it answers, `/readyz` with 503: a balancer goes elsewhere, and readers hear the ends that are waited
      // for.
      await server.close();
      const closed = new Promise((resolve) => node.close(resolve));
      await Promise.race([closed, pause(GRACE_MS, undefined, { ref: false })]);
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
