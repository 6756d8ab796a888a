import type { Frame } from "@toolwright/view";
import { frameLine, RunFrames } from "@toolwright/view/internal";
import type { FollowedRun } from "../runs/followed-run.ts";
import { textStream } from "./text-stream.ts";

/** Milliseconds of silence after which an empty frame is sent. */
const IDLE = { afterMs: 15_000, text: "2:[]\n" };

export interface DataStreamOptions {
  readonly followed: FollowedRun;
  /** See {@link RunFramesOptions.previews}. */
  readonly previews: boolean;
  /** Told why the run cannot be followed any further. */
  readonly onFailure: (error: unknown) => void;
  /** Called once, when all was read or the reader has left. */
  readonly onEnd: () => void;
}

/** A run as a response in assistant-stream's data-stream format. A reader that leaves does not stop the run. */
export function dataStreamResponse(options: DataStreamOptions): Response {
  const { followed, onEnd } = options;
  const end = () => {
    followed.leave();
    onEnd();
  };
  return new Response(
    textStream({ texts: linesOf(options), onEnd: end, idle: IDLE, isGathered: followed.isGathered }),
    {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "x-vercel-ai-data-stream": "v1",
        "x-toolwright-thread": followed.threadId,
        "cache-control": "no-store",
      },
    },
  );
}

async function* linesOf({ followed, previews, onFailure }: DataStreamOptions): AsyncGenerator<string> {
  const { threadId, runId, after, batches, earlier, isTaken } = followed;
  const frames = new RunFrames({ runId, after, isTaken, previews });
  for (const event of earlier) frames.remember(event);
  yield lines([{ code: "note", note: { threadId, runId, seq: after } }]);
  try {
    for await (const batch of batches) {
      let text = "";
      for (const event of batch) text += lines(frames.add(event));
      if (text !== "") yield text;
      if (batch.some(({ type, runId: of }) => type === "done" && of === runId)) return;
    }
  } catch (error) {
    onFailure(error);
  }
  yield lines(frames.breakOff());
}

function lines(frames: readonly Frame[]): string {
  let text = "";
  for (const frame of frames) text += frameLine(frame);
  return text;
}
