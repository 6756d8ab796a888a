import { type FoundThread, StoreError } from "@toolwright/store";
import type { RetryAnswer, StopAnswer, ThreadList, ThreadPage } from "@toolwright/view";
import type { FoundThreadSummary } from "@toolwright/view/internal";
import { z } from "zod";
import { shownThread } from "../../changes/thread-watch.ts";
import { readBody } from "../../guard/read-body.ts";
import { endConversation } from "../../runs/end-conversation.ts";
import { storedChoice } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";
import { endApps } from "../apps/end-apps.ts";
import { answer, noSuchThread, refuse } from "../refuse.ts";
import { streamRun } from "../stream-run.ts";
import { queryLimit, queryNumber } from "./query-number.ts";
import { shownSteer } from "./steer-routes.ts";
import { threadPage } from "./thread-page.ts";
import { withRatings } from "./with-ratings.ts";

const PAGE = { standard: 50, max: 200 };
const EVENTS = { standard: 300, max: 1_000 };
const PATCH_FORM = "The body must be { title?, pinned?, archived? }, with one of them.";
const threadPatch = z
  .strictObject({ title: z.string().max(200), pinned: z.boolean(), archived: z.boolean() })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0);
const WRONG_LIMIT = "limit must be a number from 1 to 200.";

/**
 * `GET /api/threads?cursor=…&limit=…&archived=1&pinned=1`: newest activity first; with `q=…`, those in which the words
 * stand.
 */
export async function listThreads(context: ServerContext, request: Request): Promise<Response> {
  const limit = queryLimit(request, PAGE);
  const query = new URL(request.url).searchParams;
  const [cursor, words] = [query.get("cursor"), query.get("q")];
  if (limit === "wrong") return refuse(400, WRONG_LIMIT);
  if (words !== null) return searchThreads(context, { words, limit });
  const which = { archived: query.get("archived") === "1", pinned: query.get("pinned") === "1" };
  try {
    const range = { channel: context.channel, limit, ...which, ...(cursor === null ? {} : { cursor }) };
    const { threads, next } = await context.store.threads.list(range);
    const list: ThreadList = { threads: threads.map(shownThread), ...(next === undefined ? {} : { next }) };
    return answer(list);
  } catch (error) {
    if (StoreError.isInstance(error) && error.code === "bad_cursor") return refuse(400, "The cursor is none of ours.");
    throw error;
  }
}

/** `POST /api/threads {title?}`: an empty thread. */
export async function createThread({ store, limits, channel }: ServerContext, request: Request): Promise<Response> {
  const schema = z.strictObject({ title: z.string().max(200).optional() });
  const read = await readBody(request, { schema, error: "The body must be { title? }.", limits });
  if (!read.ok) return refuse(read.status, read.error);
  return answer(shownThread(await store.threads.create({ channel, title: read.body.title ?? "" })), 201);
}

/**
 * `GET /api/threads/:id?before=…&limit=…&from=…`: what happened last, or before that, and the number of the event to
 * follow from.
 */
export async function getThread(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const { store, agent } = context;
  const before = queryNumber(request, "before");
  const from = queryNumber(request, "from");
  const limit = queryLimit(request, EVENTS);
  if (before === "wrong") return refuse(400, "before must be a number that an earlier answer gave.");
  if (from === "wrong") return refuse(400, "from must be a number that an earlier answer gave as before.");
  if (limit === "wrong") return refuse(400, "limit must be a number from 1 to 1000.");
  const conversation = { channel: context.channel, chatId };
  const thread = await store.threads.get(conversation);
  if (thread === undefined) return noSuchThread();
  const { lastSeq } = thread;
  const usage = await store.threads.usage(conversation);
  const choice = await storedChoice(store, agent, conversation);
  const { messages: plain, ...page } = await threadPage(store.journal(conversation), { before, limit, from, lastSeq });
  const messages = await withRatings(store, conversation, plain);
  const steer = (await store.steers.list(conversation)).map(shownSteer);
  const shown: ThreadPage = {
    ...shownThread(thread),
    usage,
    choice,
    ...(steer.length > 0 && { steer }),
    messages,
    ...page,
  };
  return answer(shown);
}

/** `PATCH /api/threads/:id {title?, pinned?, archived?}`: another title, in one line; kept at hand; put away. */
export async function changeThread(
  { store, limits, channel }: ServerContext,
  request: Request,
  chatId: string,
): Promise<Response> {
  const read = await readBody(request, { schema: threadPatch, error: PATCH_FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  const conversation = { channel, chatId };
  const { title, ...marks } = read.body;
  if (title !== undefined) await store.threads.rename(conversation, title);
  if (Object.keys(marks).length > 0) await store.threads.mark(conversation, marks);
  const thread = await store.threads.get(conversation);
  return thread === undefined ? noSuchThread() : answer(shownThread(thread));
}

/** `DELETE /api/threads/:id`. */
export async function deleteThread(context: ServerContext, chatId: string): Promise<Response> {
  const { store, agent, person } = context;
  const conversation = { channel: context.channel, chatId };
  const outcome = await store.threads.delete(conversation);
  if (outcome === "unknown") return noSuchThread();
  if (outcome === "running") return refuse(409, "A run of this thread is under way; stop it first.");
  if (person !== undefined) context.changes.deleted(chatId, person.owner);
  await endConversation(context, conversation);
  if (agent.apps !== undefined) await endApps(context, chatId);
  return new Response(null, { status: 204 });
}

/** `POST /api/threads/:id/stop`: ends the run, whichever process runs it. */
export async function stopThread({ store, threads, channel }: ServerContext, chatId: string): Promise<Response> {
  const conversation = { channel, chatId };
  if ((await store.threads.get(conversation)) === undefined) return noSuchThread();
  const stopped: StopAnswer = { stopped: await threads.stop(conversation) };
  return answer(stopped);
}

/** `POST /api/threads/:id/retry`: has a quarantined run taken up again. */
export async function retryThread({ store, threads, channel }: ServerContext, chatId: string): Promise<Response> {
  const conversation = { channel, chatId };
  if ((await store.threads.get(conversation)) === undefined) return noSuchThread();
  const retried: RetryAnswer = { retried: await threads.retry(conversation) };
  return answer(retried);
}

/**
 * `GET /api/threads/:id/stream?after=SEQ`: the newest run from there on, as a data stream; 204 when nothing more will
 * come.
 */
export async function streamThread(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const conversation = { channel: context.channel, chatId };
  const after = queryNumber(request, "after");
  if (after === "wrong") return refuse(400, "after must be the number of an event.");
  if ((await context.store.threads.get(conversation)) === undefined) return noSuchThread();
  if (context.streams.isFull) return refuse(503, "Too many streams are open.", { "retry-after": "5" });
  const followed = await context.threads.follow(conversation, after);
  if (followed === undefined) return new Response(null, { status: 204 });
  return streamRun(context, request, followed);
}

/** What somebody looks for. */
interface WantedThreads {
  readonly words: string;
  readonly limit: number;
}

/** `GET /api/threads?q=…`: threads in which all of the words stand, the last used first, with where they do. */
async function searchThreads({ store, channel }: ServerContext, { words, limit }: WantedThreads): Promise<Response> {
  const { found, isWhole } = await store.threads.search({ channel, words, limit });
  const list: ThreadList = { threads: found.map(shown), ...(isWhole ? {} : { isPartial: true }) };
  return answer(list);
}

function shown({ thread, seq, excerpt }: FoundThread): FoundThreadSummary {
  const isSaid = seq !== undefined && excerpt !== undefined;
  return { ...shownThread(thread), ...(isSaid && { found: { seq, excerpt } }) };
}
