import type { Conversation, Logger, Message, ToolLoopConfig, ToolLoopResult } from "@toolwright/core";
import { isAnswered, titleByModel, titleOf } from "@toolwright/core/internal";
import type { Store } from "@toolwright/store";
import type { Metrics } from "../metrics/metrics.ts";
import { ownRequest } from "./own-request.ts";

/** A conversation that was named after its first words. */
export interface NamedConversation {
  readonly store: Pick<Store, "threads">;
  readonly logger: Logger;
  readonly conversation: Conversation;
  readonly runId: string;
  readonly message: Message;
  /** Hears what the model used. */
  readonly metrics: Pick<Metrics, "onUsage">;
  readonly config: Pick<ToolLoopConfig, "model" | "secrets" | "observer">;
}

/**
 * Names a conversation by its model once its first run has ended, unless somebody has named it meanwhile. Never
 * rejects.
 */
export async function nameByModel(named: NamedConversation, final: Promise<ToolLoopResult>): Promise<void> {
  const { store, logger, conversation, runId, message, config, metrics } = named;
  const { content, stopReason, iterations } = await final;
  if (!isAnswered(stopReason)) return;
  const { model, secrets = [] } = config;
  const { observe, count } = ownRequest({ store, metrics, conversation, runId, step: iterations, config });
  try {
    const title = await titleByModel({ model, message, answer: content, secrets, observe });
    await count();
    const isNamed = (await store.threads.get(conversation))?.title !== titleOf(message, secrets);
    if (title !== undefined && !isNamed) await store.threads.rename(conversation, title);
  } catch (error) {
    logger.warn("A conversation could not be named by its model", { error });
  }
}
