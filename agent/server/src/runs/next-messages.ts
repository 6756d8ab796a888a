import type { Message } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { Agent } from "../agent.ts";
import type { LiveThread } from "./live-thread.ts";
import type { NewRun } from "./new-run.ts";

/** Where a history comes from, and what is said next. */
export interface NextMessages {
  readonly store: Store;
  readonly agent: Agent;
  readonly thread: LiveThread;
  readonly run: Pick<NewRun, "message" | "compact">;
}

/** The history of a thread, what its model has to know besides, and what the user says now. */
export async function nextMessages({ store, agent, thread, run }: NextMessages): Promise<readonly Message[]> {
  const told = (await store.journal(thread.conversation).history()) ?? agent.instructions ?? [];
  const { message, compact } = run;
  if (compact !== undefined) return told;
  // A function that throws, or of which the answer is there at once, is no reason to refuse a message.
  const news = await (async () => agent.news?.(thread.conversation, told))().catch(() => undefined);
  const said = [news, ...thread.takeLate()].flatMap((text): Message[] =>
    text === undefined ? [] : [{ role: "user", content: text }],
  );
  return [...told, ...said, ...(message === undefined ? [] : [message])];
}
