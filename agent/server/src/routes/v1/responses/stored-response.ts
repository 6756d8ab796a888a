import { randomUUID } from "node:crypto";
import type { Conversation, JournalEvent, JsonObject } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { z } from "zod";
import { RESPONSE, RESPONSES } from "../../../channels.ts";

/** Responses that are kept, and the conversations behind them: those that were used last. */
const KEPT = 1_000;

/** Bytes of JSON that a thread takes as its settings, with some room. */
const MAX_ECHO = 60 * 1024;

const storedResponse = z.object({
  /** The conversation that its run is a part of. */
  chatId: z.string(),
  runId: z.string(),
  /** The number of the event before the run. */
  after: z.number(),
  /** Seconds since 1970. */
  createdAt: z.number(),
  model: z.string(),
  /** So many messages of the run are instructions, which hold for this response only. */
  head: z.number(),
  clientTools: z.array(z.string()),
  isForm: z.boolean(),
  /** What the response repeats of its request. */
  echo: z.record(z.string(), z.json()),
});

/** What is kept of a response beside the journal of its run. */
export type StoredResponse = z.infer<typeof storedResponse>;

/** A new id, which also tells the ids of its items. */
export function newResponseId(): string {
  return `resp_${randomUUID().replaceAll("-", "")}`;
}

const ID = /^resp_[0-9a-f]{32}$/;

/** Where the run of a response is. */
export function conversationOf({ chatId }: Pick<StoredResponse, "chatId">): Conversation {
  return { channel: RESPONSES, chatId };
}

function placeOf(id: string): Conversation {
  return { channel: RESPONSE, chatId: id };
}

export async function findResponse({ threads }: Store, id: string): Promise<StoredResponse | undefined> {
  if (!ID.test(id)) return undefined;
  const settings = await threads.settings(placeOf(id));
  const parsed = storedResponse.safeParse(settings);
  return parsed.success ? parsed.data : undefined;
}

/** Keeps a response, and those that were used last beside it. */
export async function keepResponse({ threads }: Store, id: string, response: StoredResponse): Promise<void> {
  await threads.create({ ...placeOf(id), title: "response" });
  await threads.configure(placeOf(id), withinLimits(response));
  await addMember(threads, response, id);
  for (const channel of [RESPONSE, RESPONSES]) await threads.trim({ channel, keep: KEPT });
}

/**
 * Forgets a response; the last one of a conversation takes its journal along. False for one that is still under way.
 */
export async function forgetResponse({ threads }: Store, id: string, response: StoredResponse): Promise<boolean> {
  const conversation = conversationOf(response);
  const settings = (await threads.settings(conversation)) ?? {};
  const left = membersOf(settings).filter((member) => member !== id);
  if (left.length === 0 && (await threads.delete(conversation)) === "running") return false;
  if (left.length > 0) await threads.configure(conversation, { ...settings, responses: left });
  await threads.delete(placeOf(id));
  return true;
}

async function addMember(threads: Store["threads"], response: StoredResponse, id: string): Promise<void> {
  const conversation = conversationOf(response);
  const settings = (await threads.settings(conversation)) ?? {};
  await threads.configure(conversation, { ...settings, responses: [...membersOf(settings), id].slice(-KEPT) });
}

function membersOf({ responses }: JsonObject): string[] {
  return Array.isArray(responses) ? responses.filter((id) => typeof id === "string") : [];
}

/** The tools and instructions of some clients are longer than what is kept: then they are not repeated. */
function withinLimits(response: StoredResponse): StoredResponse {
  if (JSON.stringify(response).length * 3 <= MAX_ECHO || Buffer.byteLength(JSON.stringify(response)) <= MAX_ECHO) {
    return response;
  }
  return { ...response, echo: { ...response.echo, tools: [], instructions: null } };
}

/** The stored events of a response's run; the last one is its end, where it has ended. */
export async function runOf(store: Store, response: StoredResponse): Promise<readonly JournalEvent[]> {
  const { runId, after } = response;
  const events: JournalEvent[] = [];
  for await (const event of store.journal(conversationOf(response)).read(after)) {
    if (event.runId === runId) events.push(event);
    else if (event.type === "run_start" && event.parentId === undefined) break;
    if (event.type === "done" && event.runId === runId) break;
  }
  return events;
}
