import type { JournalEvent } from "@toolwright/core";
import { RunFrames } from "@toolwright/view/internal";
import type { FollowedRun } from "../runs/followed-run.ts";
import { OpenQuestions } from "./open-questions.ts";
import type { RunEncoder } from "./run-encoder.ts";
import { textStream } from "./text-stream.ts";

/** Milliseconds of silence after which a stream says that it is still there. */
const IDLE_MS = 15_000;

/** Milliseconds in which further questions of a step come, after the first of them. */
const ASKED_TOGETHER_MS = 100;

export interface RunResponseOptions {
  readonly followed: FollowedRun;
  readonly encoder: RunEncoder;
  /** Questions that the request for this response has answered: nobody waits for them any more. */
  readonly answered?: Iterable<string> | undefined;
  /** Told why the run cannot be followed any further. */
  readonly onFailure: (error: unknown) => void;
  /** Called once, when all was read or the reader has left. */
  readonly onEnd: () => void;
}

/** A run as a response in the format of its encoder. A reader that leaves does not stop the run. */
export function runResponse(options: RunResponseOptions): Response {
  const { followed, encoder, onEnd } = options;
  const end = () => {
    followed.leave();
    onEnd();
  };
  const idle = { afterMs: IDLE_MS, text: encoder.idle };
  return new Response(textStream({ texts: textsOf(options), onEnd: end, idle, isGathered: followed.isGathered }), {
    headers: { ...encoder.headers, "x-toolwright-thread": followed.threadId, "cache-control": "no-store" },
  });
}

async function* textsOf(options: RunResponseOptions): AsyncGenerator<string> {
  const { followed, encoder, answered = [], onFailure } = options;
  const { threadId, runId, after, batches, earlier, isTaken } = followed;
  const frames = new RunFrames({ runId, after, isTaken, previews: encoder.previews });
  const open = new OpenQuestions();
  for (const event of earlier) {
    frames.remember(event);
    open.add(event);
  }
  for (const approvalId of answered) open.answer(approvalId);
  yield encoder.begin({ threadId, runId, seq: after });
  try {
    for await (const batch of encoder.endsAtQuestions ? untilQuestions(batches, open) : batches) {
      let text = "";
      for (const event of batch) text += encoder.frames(frames.add(event));
      if (text !== "") yield text;
      if (batch.some(({ type, runId: of }) => type === "done" && of === runId)) return yield encoder.end([]);
    }
    if (encoder.endsAtQuestions && open.isAllThatIsLeft) return yield encoder.end(open.questions);
  } catch (error) {
    onFailure(error);
  }
  yield encoder.frames(frames.breakOff()) + encoder.end([]);
}

type Batches = FollowedRun["batches"];

/** The same, up to where the run waits for people alone. Questions of a step come one after the other, all at once. */
async function* untilQuestions(batches: Batches, open: OpenQuestions): AsyncGenerator<readonly JournalEvent[]> {
  const events = batches[Symbol.asyncIterator]();
  let next = events.next();
  for (;;) {
    if (open.isAllThatIsLeft && !(await comesWithin(next, ASKED_TOGETHER_MS))) {
      // The rest is not read: a failure of the reading concerns nobody.
      next.catch(() => undefined);
      return;
    }
    const { done, value } = await next;
    if (done === true) return;
    for (const event of value) open.add(event);
    yield value;
    next = events.next();
  }
}

async function comesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    // A process that was held up hears first what came meanwhile.
    timer = setTimeout(() => setImmediate(() => resolve(false)), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
