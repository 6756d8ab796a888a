import { dataStreamResponse } from "../data-stream/data-stream-response.ts";
import type { FollowedRun } from "../runs/followed-run.ts";
import type { ServerContext } from "../server-context.ts";

/** A run as a stream, counted among those that are read. */
export function streamRun({ streams }: ServerContext, followed: FollowedRun): Response {
  return dataStreamResponse({ followed, onEnd: streams.open() });
}
