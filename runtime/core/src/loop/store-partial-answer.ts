import { isWorthKeeping } from "../journal/is-closed.ts";
import { partialMessage } from "../journal/partial-message.ts";
import type { ModelAnswer } from "./call-model.ts";
import type { Run } from "./run.ts";
import { NO_CALLS } from "./written-so-far.ts";

/** Stores what a model had written when its call failed or was stopped. Where it had not begun, nothing is stored. */
export async function storePartialAnswer(run: Run, { completion, shown }: ModelAnswer): Promise<void> {
  const { usage, droppedCalls, message } = completion;
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
