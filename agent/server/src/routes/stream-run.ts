import { StoreError } from "@toolwright/store";
import { PREVIEWS } from "@toolwright/view/internal";
import { dataStreamResponse } from "../data-stream/data-stream-response.ts";
import type { FollowedRun } from "../runs/followed-run.ts";
import type { ServerContext } from "../server-context.ts";

/**
 * A run as a stream, counted among those that are read. Whoever can take a preview of arguments back asks for previews.
 */
export function streamRun(context: ServerContext, request: Request, followed: FollowedRun): Response {
  const { streams, logger, metrics } = context;
  const previews = request.headers.get(PREVIEWS) === "1";
  const onFailure = (error: unknown) => {
    if (StoreError.isInstance(error) && error.code === "closed") return;
    metrics.onStoreError(error);
    logger.error("A run could not be followed to its end", { threadId: followed.threadId, error });
  };
  return dataStreamResponse({ followed, previews, onFailure, onEnd: streams.open() });
}
