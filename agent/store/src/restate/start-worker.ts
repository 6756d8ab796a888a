import { createServer, type ServerHttp2Session } from "node:http2";
import type { EndpointOptions } from "@restatedev/restate-sdk";
import type { Logger } from "@toolwright/core";
import { isLoopbackHost } from "@toolwright/core/internal";
import type { EngineClient } from "./engine-client.ts";
import type { RestateSdk } from "./load-sdk.ts";
import type { RestateAddress } from "./restate-address.ts";

export interface WorkerOptions {
  readonly sdk: RestateSdk;
  readonly address: RestateAddress;
  readonly client: EngineClient;
  readonly logger: Logger | undefined;
  readonly services: EndpointOptions["services"];
}

/** A worker that the engine knows. */
export interface RunningWorker {
  /** Drops what it works on: the engine gives it to another one. */
  close(): Promise<void>;
}

/**
 * With few turns on each connection the engine opens more of them, and every worker behind one address gets its share.
 */
const TURNS_PER_CONNECTION = 8;

/** How often the engine is asked whether it is there, in milliseconds, and how often it may not answer. */
const ASKING = { everyMs: 1_000, unanswered: 3 };

/** Listens, and tells the engine. Several processes of one machine may listen on the same port. */
export async function startWorker({ sdk, address, client, logger, services }: WorkerOptions): Promise<RunningWorker> {
  const { listen, identityKey } = address;
  const handler = sdk.createEndpointHandler({
    services,
    // What fails is told by the engine and by whoever waits; this is for who looks for the reason.
    logger: ({ level }, message) => logger?.debug("The engine's SDK says", { level, text: String(message) }),
    ...(identityKey === undefined ? {} : { identityKeys: [identityKey] }),
  });
  if (identityKey === undefined && !isLoopbackHost(listen.host))
    logger?.warn("A worker answers whoever reaches it: add ?key= with the engine's public key", { ...listen });
  const server = createServer({ settings: { maxConcurrentStreams: TURNS_PER_CONNECTION } }, handler);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => undefined);
    session.on("close", () => sessions.delete(session));
    endUnlessAnswered(session);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...listen, reusePort: process.platform === "linux" }, resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const session of sessions) session.destroy();
    });
  try {
    const deployment = await client.register(address.worker);
    client
      .tryNow(deployment)
      .catch((error) => logger?.debug("What waits for a worker comes later", { text: String(error) }));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/** Where the network is cut nobody says so: an engine that does not answer has given its turns to others by then. */
function endUnlessAnswered(session: ServerHttp2Session): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    // A session that was ended says "close" only once its socket is, and takes no ping until then.
    if (session.destroyed) return clearInterval(timer);
    unanswered += 1;
    if (unanswered > ASKING.unanswered) session.destroy();
    else
      session.ping((error) => {
        if (error === null) unanswered = 0;
      });
  }, ASKING.everyMs);
  timer.unref();
  session.on("close", () => clearInterval(timer));
}
