import { untilAborted, untilStopped } from "../async/abort.ts";
import { PATIENCE_MS } from "../async/patience.ts";
import type { Message } from "../model/messages.ts";
import type { SteerMessage } from "../steer/steer-queue.ts";
import type { Run } from "./run.ts";
import { scrubMessage } from "./scrub-message.ts";
import type { RunEnd } from "./step-end.ts";

/**
 * What people have said and a run has not heard yet, masked. A run has it from now on. A step that an engine may have
 * answered already hears of nothing new.
 */
export async function takeSaid(run: Run): Promise<readonly SteerMessage[]> {
  const { scrubber } = run.core;
  const isSilent = run.isAnswered;
  run.isAnswered = false;
  const taken = isSilent ? [] : await take(run);
  return taken.map(({ messageId, message }) => ({ messageId, message: scrubMessage(message, scrubber) }));
}

/**
 * Stores what the next request says for people: each once, and before that request. A run that was stopped hears
 * nothing any more.
 */
export async function storeSaid(run: Run, said: readonly SteerMessage[]): Promise<readonly Message[]> {
  if (run.config.signal?.aborted) return [];
  for (const each of said) await run.emit("steered", each);
  await tellSent(
    run,
    said.map(({ messageId }) => messageId),
  );
  return said.map(({ message }) => message);
}

/** A queue that cannot be told what is stored gives it again: the run hears it once all the same. */
export async function tellSent({ config, core, heardIds }: Run, messageIds: readonly string[]): Promise<void> {
  for (const messageId of messageIds) heardIds.add(messageId);
  try {
    await untilAborted(config.steering?.sent(messageIds), config.signal);
  } catch (error) {
    core.logger.error("The queue of what people say could not be told what was sent", { error });
  }
}

/** Whether something waits that no step has taken. */
export async function isWaitedFor(run: Run): Promise<boolean> {
  return (await take(run)).length > 0;
}

/** A queue that fails keeps what waits: the next step takes it, or the next run. */
async function take({ config: { steering, signal }, core, heardIds }: Run): Promise<readonly SteerMessage[]> {
  if (steering === undefined || steering.isEmpty === true) return [];
  try {
    const taken = (await untilAborted(steering.take(), signal)) ?? [];
    return taken.filter(({ messageId }) => !heardIds.has(messageId));
  } catch (error) {
    core.logger.error("What waits for a run could not be taken", { error });
    return [];
  }
}

/** Tells in events what waits for the run, from now on. Returns the function that ends it. */
export function tellWaiting(run: Run): () => void {
  const { steering: queue } = run.config;
  if (queue === undefined) return () => undefined;
  const { scrubber, logger } = run.core;
  let isOver = false;
  let known = "";
  const tell = async (): Promise<void> => {
    const waiting = await queue.waiting();
    const ids = waiting.map(({ messageId }) => messageId).join();
    if (isOver || ids === known) return;
    known = ids;
    const shown = waiting.map((each) => ({ ...each, message: scrubMessage(each.message, scrubber) }));
    await run.emit("steer_queue", { waiting: shown });
  };
  // One after the other, so that the last one told is the last that was so.
  let told = Promise.resolve();
  const changed = () => {
    told = told.then(tell).catch((error) => logger.error("What waits for a run could not be told", { error }));
  };
  const unwatch = safely(run, () => queue.watch?.(changed));
  if (queue.isEmpty !== true) changed();
  return () => {
    isOver = true;
    safely(run, () => unwatch?.());
  };
}

/** To be told of the queue is for people who look on: it ends no run. */
function safely<T>({ core }: Run, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    core.logger.error("The queue of what people say could not be watched", { error });
    return undefined;
  }
}

/** What the run has not heard. A queue that fails, or does not answer, keeps it. */
export async function endSteering({ config, core, heardIds }: Run, end: RunEnd): Promise<readonly SteerMessage[]> {
  const { steering, signal } = config;
  if (steering === undefined) return [];
  try {
    const ended = async () => steering.ended(end.stopReason);
    const left = (await untilStopped(ended(), signal, PATIENCE_MS.queue)) ?? [];
    return left.filter(({ messageId }) => !heardIds.has(messageId));
  } catch (error) {
    core.logger.error("What waits for a run could not be told that it has ended", { error });
    return [];
  }
}
