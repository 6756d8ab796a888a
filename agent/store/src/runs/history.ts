import type { Conversation, Message } from "@toolwright/core";
import type { SaidToRun } from "../port/runs.ts";
import type { Store } from "../port/store.ts";

/** What was said in a conversation, as a model is sent it. */
export async function storedHistory(
  { journal }: Pick<Store, "journal">,
  conversation: Conversation,
): Promise<readonly Message[]> {
  return (await journal(conversation).history()) ?? [];
}

/** A user's text as messages. */
export function saidMessages(said: SaidToRun): readonly Message[] {
  if (typeof said === "string") return [{ role: "user", content: said }];
  return isList(said) ? said : [said];
}

/** What was said, and what is said now. A new system prompt takes the place of the earlier one. */
export function messagesAfter(history: readonly Message[], said: readonly Message[]): readonly Message[] {
  const system = said.filter(({ role }) => role === "system");
  if (system.length === 0) return [...history, ...said];
  const others = (messages: readonly Message[]) => messages.filter(({ role }) => role !== "system");
  return [...system, ...others(history), ...others(said)];
}

function isList(said: Message | readonly Message[]): said is readonly Message[] {
  return Array.isArray(said);
}
