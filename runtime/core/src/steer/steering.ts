import { untilAborted } from "../async/abort.ts";
import type { Run } from "../loop/run.ts";
import { scrubMessage } from "../loop/scrub-message.ts";
import type { RunEnd } from "../loop/step-end.ts";
import type { Message } from "../model/messages.ts";
import { isAnswered, type SteerMessage } from "./steer-queue.ts";

/**
 * What people have said and a run has not heard yet, masked. A run has it from now on. A step that an engine may have
 * answered already hears of nothing new.
 */
export async function takeSaid(run: Run): Promise<readonly SteerMessage[]> {
  const { steering, signal } = run.config;
  const { scrubber } = run.core;
  const isSilent = steering === undefined || steering.isEmpty === true || run.isAnswered;
  run.isAnswered = false;
  const taken = isSilent ? [] : ((await untilAborted(steering.take(), signal)) ?? []);
  return taken.map(({ messageId, message }) => ({ messageId, message: scrubMessage(message, scrubber) }));
}

/**
 * Stores what the next request says for people: each once, and before that request. Gives it behind what was stored of
 * it before a crash. A run that was stopped hears nothing any more.
 */
export async function storeSaid(run: Run, said: readonly SteerMessage[]): Promise<readonly Message[]> {
  const { steering, signal } = run.config;
  const before = run.steered;
  run.steered = [];
  if (steering === undefined || said.length === 0 || signal?.aborted) return before;
  for (const each of said) await run.emit("steered", each);
  await untilAborted(steering.sent(said.map(({ messageId }) => messageId)), signal);
  return [...before, ...said.map(({ message }) => message)];
}

/** Whether people have said something that the model has not heard: then an answer does not end the run. */
export async function hearsMore({ config, steered }: Run, { stopReason }: RunEnd): Promise<boolean> {
  const { steering, signal } = config;
  if (!isAnswered(stopReason) || signal?.aborted) return false;
  if (steered.length > 0) return true;
  if (steering === undefined || steering.isEmpty === true) return false;
  const waiting = await untilAborted(steering.take(), signal);
  return waiting !== undefined && waiting.length > 0;
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
  const unwatch = queue.watch?.(changed);
  if (queue.isEmpty !== true) changed();
  return () => {
    isOver = true;
    unwatch?.();
  };
}
