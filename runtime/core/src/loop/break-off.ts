import { isWorthKeeping } from "../journal/is-closed.ts";
import { partialMessage } from "../journal/partial-message.ts";
import { lazy } from "../tool/lazy.ts";
import type { ModelAnswer } from "./call-model.ts";
import type { Run } from "./run.ts";
import type { StepEnd } from "./run-step.ts";
import { NO_CALLS } from "./written-so-far.ts";

const compacting = lazy(() => import("../compact/compact-run.ts"));

/** What follows where a model call failed or was stopped, and that is not its error: what it had written by then is kept. */
export async function breakOff(run: Run, answer: ModelAnswer): Promise<StepEnd | undefined> {
  await recordPartial(run, answer);
  const { compaction, signal } = run.config;
  if (signal?.aborted) return { goesOn: false, stopReason: "aborted" };
  if (!compaction || run.isOutgrown || !(await compacting()).isTooLong(answer.completion.error)) return undefined;
  run.isOutgrown = true;
  await run.emit("step_end", { step: run.step });
  run.step += 1;
  return { goesOn: true, notes: [] };
}

/** Stores what a model had written when its call failed or was stopped. Where it had not begun, nothing is stored. */
async function recordPartial(run: Run, { completion, shown }: ModelAnswer): Promise<void> {
  const { usage, droppedCalls, message } = completion;
  run.addUsage(usage);
  const { text: streamed = "", reasoning = "" } = shown?.written ?? {};
  const text = streamed === "" ? run.core.scrubber.text(String(message?.content ?? "").toWellFormed()) : streamed;
  if (text === "" && reasoning === "" && usage === undefined) return;
  const layout = shown?.written.layout(text, NO_CALLS);
  const event = partialMessage({ text, reasoning, usage, droppedCalls, layout, firstTokenMs: shown?.firstTokenMs });
  await run.emit("assistant_message", event);
  if (!isWorthKeeping(event.message)) return;
  run.history.add(event.message);
  run.content = text;
}
