import type { ServerContext } from "../server-context.ts";
import { answer } from "./refuse.ts";

/** `GET /healthz`: the process lives. */
export function healthz(): Response {
  return answer({ status: "ok" });
}

/**
 * `GET /readyz`: 200 where the store can be read and written and the server was not told to end, else 503. Never asks
 * for longer than two seconds.
 */
export async function readyz({ threads, health }: ServerContext): Promise<Response> {
  if (threads.isClosing) return answer({ status: "draining" }, 503);
  return (await health.isWell()) ? answer({ status: "ok" }) : answer({ status: "unavailable" }, 503);
}
