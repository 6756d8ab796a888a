import type { Message } from "../model/messages.ts";
import type { LlmWarning } from "../model/model-port.ts";
import type { Run } from "./run.ts";

/** What an adapter says may quote its server. */
export async function tellWarnings(run: Run, warnings: readonly LlmWarning[]): Promise<void> {
  for (const { code, message } of warnings) {
    await run.emit("warning", { code, message: run.core.scrubber.text(message.toWellFormed()) });
  }
}

/** Most providers want a history to end with the user's word, not with the model's. */
export const NOT_DONE: Message = {
  role: "user",
  content: "[The work is not marked as finished. Go on; when it is finished, call the tool that ends it.]",
};

/** Tells a model once that calls were cut off. */
export function cutOff(run: Run, droppedCalls: number): Message {
  run.toldOfLength = true;
  const calls = droppedCalls === 1 ? "a tool call" : `${droppedCalls} tool calls`;
  return {
    role: "user",
    content: `[Your last answer reached the length limit before ${calls} was complete, so nothing of it was run. Make the call again with shorter arguments.]`,
  };
}
