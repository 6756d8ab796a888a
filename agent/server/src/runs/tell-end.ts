import type { Conversation } from "@toolwright/core";
import { textIn } from "@toolwright/view/internal";
import type { LiveThreadsOptions } from "./live-threads-options.ts";

/** Tells the agent that a run has ended. Never rejects: what the agent does then is no part of the run. */
export async function tellEnd(
  { agent, logger }: Pick<LiveThreadsOptions, "agent" | "logger">,
  conversation: Conversation,
  result: unknown,
): Promise<void> {
  const stopReason = textIn(result, "stopReason");
  // One that waits for people goes on.
  if (stopReason === undefined || stopReason === "waiting") return;
  try {
    await agent.ended?.(conversation, { stopReason });
  } catch (error) {
    logger.error("The agent could not be told that a run has ended", { error });
  }
}
