import type { Conversation, JsonObject } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { isToStop } from "@toolwright/store/turn";

/** Of one conversation. */
const KEPT = 1_000;

type Place = Pick<Store, "threads">;

/** Notes that the open run of a conversation was lost with its server: the end that it is given was nobody's wish. */
export async function noteLostRun(store: Store, conversation: Conversation): Promise<void> {
  if (await isToStop(store, conversation)) return;
  const [newest] = await store.journal(conversation).runs({ limit: 1 });
  if (newest === undefined) return;
  const settings = (await store.threads.settings(conversation)) ?? {};
  const lost = [...lostIn(settings), newest.runId].slice(-KEPT);
  await store.threads.configure(conversation, { ...settings, lostRuns: lost });
}

/** Whether a run ended because its server did. */
export async function wasLost({ threads }: Place, conversation: Conversation, runId: string): Promise<boolean> {
  return lostIn((await threads.settings(conversation)) ?? {}).includes(runId);
}

function lostIn({ lostRuns }: JsonObject): string[] {
  return Array.isArray(lostRuns) ? lostRuns.filter((runId) => typeof runId === "string") : [];
}
