import type { Message } from "../model/messages.ts";
import type { LlmWarning } from "../model/model-port.ts";
import type { Run } from "./run.ts";

/** What an adapter says may quote its server. */
export async function tellWarnings(run: Run, warnings: readonly LlmWarning[] = []): Promise<void> {
  for (const { code, message } of warnings) {
    await run.emit("warning", { code, message: run.core.scrubber.text(message.toWellFormed()) });
  }
}

/** How messages begin that the loop itself puts into a history in a user's name. */
const BEGINNINGS = ["[Background result of ", "[The work is not marked as finished.", "[Your last answer "];

/** Whether a message was put into a history by the loop, and said by nobody. */
export function isLoopNote({ content }: Message): boolean {
  return typeof content === "string" && BEGINNINGS.some((beginning) => content.startsWith(beginning));
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
