import type { JournalEvent } from "@toolwright/core";
import type { Thread } from "@toolwright/durable";
import { foldThread, threadMarkdown } from "@toolwright/view";
import { shownThread } from "../../changes/thread-watch.ts";
import { WEB } from "../../channels.ts";
import { textStream } from "../../data-stream/text-stream.ts";
import { linesOfForks } from "../../forks/outputs-of-forks.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuse } from "../refuse.ts";
import { withRatings } from "./thread-page.ts";
import { withoutProviderState } from "./timeline-event.ts";

const TYPES = { markdown: "text/markdown; charset=utf-8", json: "application/json; charset=utf-8" } as const;
/** Nothing may stand between the pieces of a document. */
const SILENT = { afterMs: 60_000, text: "" };
const ENDINGS = { markdown: "md", json: "json" } as const;

/** `GET /api/threads/:id/export?format=markdown|json`: all of a thread as a file, whole outputs included, secrets masked as they are stored. */
export async function exportThread(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const format = new URL(request.url).searchParams.get("format") ?? "markdown";
  if (format !== "markdown" && format !== "json") return refuse(400, "format must be markdown or json.");
  const thread = await context.store.threads.get({ channel: WEB, chatId });
  if (thread === undefined) return refuse(404, "There is no such thread.");
  const texts = format === "json" ? jsonPieces(context, thread) : markdownPieces(context, thread);
  const headers = {
    "content-type": TYPES[format],
    "content-disposition": `attachment; filename="${fileName(thread)}.${ENDINGS[format]}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(textStream({ texts, onEnd: () => undefined, idle: SILENT }), { headers });
}

/** Letters that every file system takes. */
function fileName({ title, conversation }: Thread): string {
  const name = title
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return name === "" ? `thread-${conversation.chatId.replace(/[^A-Za-z0-9-]+/g, "").slice(0, 40)}` : name;
}

async function* markdownPieces(context: ServerContext, thread: Thread): AsyncGenerator<string> {
  const messages = await messagesOf(context, thread);
  const { title, createdAt } = thread;
  const outputOf = (id: string) => wholeOutput(context, thread, id);
  yield* threadMarkdown({ title, createdAt, messages, outputOf });
}

/** One document, a piece at a time: what was shown, what was stored, and the outputs of which both hold the beginning. */
async function* jsonPieces(context: ServerContext, thread: Thread): AsyncGenerator<string> {
  const { store } = context;
  const messages = await messagesOf(context, thread);
  const usage = await store.threads.usage(thread.conversation);
  const about = JSON.stringify({ version: 1, exportedAt: Date.now(), thread: shownThread(thread), usage });
  yield `${about.slice(0, -1)},\n"messages":${JSON.stringify(messages)},\n"events":[`;
  let separator = "\n";
  for await (const { event } of store.journal(thread.conversation).excerpt({ before: thread.lastSeq + 1 })) {
    yield `${separator}${JSON.stringify({ ...event, data: withoutProviderState({ ...event.data }) })}`;
    separator = ",\n";
  }
  yield '],\n"outputs":{';
  separator = "\n";
  for (const id of keptIn(messages)) {
    const text = await wholeOutput(context, thread, id);
    if (text === undefined) continue;
    yield `${separator}${JSON.stringify(id)}:${JSON.stringify(text)}`;
    separator = ",\n";
  }
  yield "}}\n";
}

async function messagesOf({ store }: ServerContext, { conversation, lastSeq }: Thread) {
  const events: JournalEvent[] = [];
  for await (const { event } of store.journal(conversation).excerpt({ before: lastSeq + 1 })) events.push(event);
  return withRatings(store, conversation, foldThread(events, { tellsReasons: true }));
}

function keptIn(messages: Awaited<ReturnType<typeof messagesOf>>): ReadonlySet<string> {
  const parts = messages.flatMap((message) => (message.role === "assistant" ? message.parts : []));
  return new Set(parts.flatMap((part) => (part.type === "tool-call" && part.ref !== undefined ? [part.ref.id] : [])));
}

/** Undefined for one that is not kept any more. */
async function wholeOutput({ store, agent }: ServerContext, { conversation }: Thread, id: string) {
  const lines = await linesOfForks(agent.outputs ?? store.outputs, store)(id, conversation);
  if (lines === undefined) return undefined;
  const taken: string[] = [];
  for await (const line of lines) taken.push(line);
  return taken.join("\n");
}
