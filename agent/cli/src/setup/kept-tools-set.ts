import type { Conversation } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { ToolsSet } from "@toolwright/workspace";
import { toolsSetOf } from "./choose-tools-set.ts";

/**
 * The set that is kept with a conversation; of one from before it was kept, the set that its runs tell of. Undefined
 * where nothing does.
 */
export async function keptToolsSet(
  store: Store,
  conversation: Conversation,
  inSmall: readonly string[],
): Promise<ToolsSet | undefined> {
  const { toolsSet } = (await store.threads.settings(conversation)) ?? {};
  if (toolsSet === "all" || toolsSet === "small") return toolsSet;
  return toolsSetOf(store.journal(conversation), inSmall);
}

/** Keeps the set with its conversation, beside what else is kept there. Nothing happens where that is none yet. */
export async function keepToolsSet({ threads }: Store, conversation: Conversation, toolsSet: ToolsSet): Promise<void> {
  const settings = await threads.settings(conversation);
  if (settings?.toolsSet !== toolsSet) await threads.configure(conversation, { ...settings, toolsSet });
}
