import { type JournalEvent, type Message, type Part, providerHistory } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { wasLost } from "../../../runs/lost-runs.ts";
import { ClientCalls } from "../client-calls.ts";
import { ResponseFold } from "./response-fold.ts";
import { conversationOf, findResponse, runOf, type StoredResponse } from "./stored-response.ts";

/** A response that another one goes on from. */
export interface EarlierResponse {
  readonly about: StoredResponse;
  /** What was said up to it, without the instructions that held for it alone. */
  readonly history: readonly Message[];
  /** Ids of the calls that it has handed out. */
  readonly waiting: ReadonlySet<string>;
  /** Nothing was said after it: the next one may stand in the same journal. */
  readonly isNewest: boolean;
}

/** Reads a response to go on from; why that cannot be, where it is not there or has not ended. */
export async function earlierResponse(store: Store, id: string): Promise<EarlierResponse | "missing" | "open"> {
  const about = await findResponse(store, id);
  if (about === undefined) return "missing";
  const events = await runOf(store, about);
  if (events.length === 0) return "missing";
  if (!hasEnded(events, about)) return "open";
  const calls = new ClientCalls(new Set(about.clientTools));
  for (const event of events) calls.add(event);
  const [newest] = await store.journal(conversationOf(about)).runs({ limit: 1 });
  return {
    about,
    history: providerHistory(events).slice(about.head),
    waiting: new Set(calls.handed.map((call) => call.id)),
    isNewest: newest?.runId === about.runId,
  };
}

function hasEnded(events: readonly JournalEvent[], { runId }: StoredResponse): boolean {
  return events.some((event) => event.type === "done" && event.runId === runId);
}

/** A history in which calls that were handed out have the client's answers. */
export function withAnswers(
  history: readonly Message[],
  answers: ReadonlyMap<string, string | readonly Part[]>,
): readonly Message[] {
  return history.map((message) => {
    const answer = message.role === "tool" ? answers.get(message.tool_call_id) : undefined;
    if (message.role !== "tool" || answer === undefined) return message;
    return { role: "tool", tool_call_id: message.tool_call_id, content: answer.length === 0 ? "(no output)" : answer };
  });
}

/** A response as it is now; undefined for one that is not kept, or whose journal is gone. */
export async function readResponse(store: Store, id: string): Promise<ReadResponse | undefined> {
  const about = await findResponse(store, id);
  const events = about === undefined ? [] : await runOf(store, about);
  if (about === undefined || events.length === 0) return undefined;
  const isLost = await wasLost(store, conversationOf(about), about.runId);
  const fold = new ResponseFold(id, about, { isLost });
  // Each event is taken when what it adds to the stream is.
  for (const event of events) Array.from(fold.add(event));
  return { about, response: fold.response() };
}

/** A response that is kept. */
interface ReadResponse {
  readonly about: StoredResponse;
  readonly response: ReturnType<ResponseFold["response"]>;
}

/** An item of a response that is kept, by the id that the response has given it. */
export async function findItem(store: Store, itemId: string): Promise<object | undefined> {
  const [, key, place] = /^[a-z]+_([0-9a-f]{32})_(\d{1,6})$/.exec(itemId) ?? [];
  const output = key === undefined ? undefined : (await readResponse(store, `resp_${key}`))?.response.output;
  const item: unknown = Array.isArray(output) ? output[Number(place)] : undefined;
  return typeof item === "object" && item !== null && "id" in item && item.id === itemId ? item : undefined;
}
