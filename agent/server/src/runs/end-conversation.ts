import type { Conversation, Logger } from "@toolwright/core";
import type { Agent } from "../agent.ts";

/** Tells the agent that a conversation is no more. Never rejects: whoever deleted it has done what was asked. */
export async function endConversation(
  { agent, logger }: { readonly agent: Agent; readonly logger: Logger },
  conversation: Conversation,
): Promise<void> {
  try {
    await agent.endConversation?.(conversation);
  } catch (error) {
    logger.error("What was made for a conversation could not be ended", { error });
  }
}
