import type { CompactAnswer } from "@toolwright/view";
import { fieldIn, numberIn, shortNumber } from "@toolwright/view/internal";
import type { Services } from "../base/services.ts";
import { threadPath } from "../server/api.ts";
import type { ThreadState } from "../thread/thread-state.ts";
import { composerTexts } from "../words/composer.ts";

/**
 * Has what was said so far summarised, so that there is room for more. `instructions`: what the summary has to keep.
 */
export async function compactThread(
  { api, thread }: Pick<Services, "api" | "thread">,
  instructions: string,
): Promise<void> {
  const { threadId } = thread.state();
  if (threadId === undefined) return;
  const body = instructions === "" ? {} : { instructions: instructions.slice(0, 4_000) };
  const answer = await api.post<CompactAnswer>(`${threadPath(threadId)}/compact`, body);
  if (thread.state().threadId !== threadId) return;
  if (!answer.ok) return thread.tell(answer.error);
  const told = answer.value;
  await thread.open(threadId);
  if (!told.compacted) thread.tell(told.reason);
  else thread.tell(composerTexts.compacted(shortNumber(told.before), shortNumber(told.after)));
}

/** How much the model had to look at last, and how much it can, as the newest run tells it. */
export function contextIn({ messages }: Pick<ThreadState, "messages">, name: "tokens" | "window"): number | undefined {
  const last = messages.findLast((message) => fieldIn(message.metadata?.custom, "context") !== undefined);
  return numberIn(fieldIn(last?.metadata?.custom, "context"), name);
}
