import { PREVIEWS } from "@toolwright/view";
import { dataStreamResponse } from "../data-stream/data-stream-response.ts";
import type { FollowedRun } from "../runs/followed-run.ts";
import type { ServerContext } from "../server-context.ts";

/** A run as a stream, counted among those that are read. Whoever can take a preview of arguments back asks for previews. */
export function streamRun({ streams }: ServerContext, request: Request, followed: FollowedRun): Response {
  const previews = request.headers.get(PREVIEWS) === "1";
  return dataStreamResponse({ followed, previews, onEnd: streams.open() });
}
