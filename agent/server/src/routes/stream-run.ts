import { StoreError } from "@toolwright/store";
import { PREVIEWS } from "@toolwright/view/internal";
import type { FollowedRun } from "../runs/followed-run.ts";
import type { ServerContext } from "../server-context.ts";
import { dataStream } from "../streams/data-stream.ts";
import type { RunEncoder } from "../streams/run-encoder.ts";
import { runResponse } from "../streams/run-response.ts";

/** A run as a response, or why there is none. */
export type StreamRun = (followed: FollowedRun) => Response;

/**
 * A run as a stream, counted among those that are read. Whoever can take a preview of arguments back asks for previews.
 */
export function streamRun(context: ServerContext, request: Request, followed: FollowedRun): Response {
  return streamAs(context, { followed, encoder: dataStream({ previews: request.headers.get(PREVIEWS) === "1" }) });
}

interface StreamedAs {
  readonly followed: FollowedRun;
  readonly encoder: RunEncoder;
  /** See {@link RunResponseOptions.answered}. */
  readonly answered?: Iterable<string>;
}

/** The same in another format. */
export function streamAs(
  { streams, logger, metrics }: ServerContext,
  { followed, encoder, answered }: StreamedAs,
): Response {
  const onFailure = (error: unknown) => {
    if (StoreError.isInstance(error) && error.code === "closed") return;
    metrics.onStoreError(error);
    logger.error("A run could not be followed to its end", { threadId: followed.threadId, error });
  };
  return runResponse({ followed, encoder, answered, onFailure, onEnd: streams.open(followed.leave) });
}
