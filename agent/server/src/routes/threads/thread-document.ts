import { createScrubber, type JournalEvent, type OutputCache } from "@toolwright/core";
import { anObject, checkOptions, oneOf, withFunctions } from "@toolwright/core/internal";
import type { Store, Thread } from "@toolwright/store";
import { foldThread } from "@toolwright/view";
import { threadHtml, threadMarkdown, threadSteps } from "@toolwright/view/internal";
import { shownThread } from "../../changes/thread-watch.ts";
import { linesOfForks } from "../../forks/outputs-of-forks.ts";
import { withoutProviderState } from "./timeline-event.ts";
import { withRatings } from "./with-ratings.ts";

/** What is written down of a thread, and how. */
export interface ThreadDocumentOptions {
  readonly store: Store;
  readonly thread: Thread;
  readonly format: "markdown" | "json" | "html";
  /** Where its large outputs are kept. Default: in the store. */
  readonly outputs?: Pick<OutputCache, "lines">;
}

/**
 * All of a thread as a file, piece by piece: messages with their ratings, whole outputs, in JSON also its events;
 * secrets masked as they are stored. Throws a `TypeError` for options that cannot be, and a `StoreError` while it is
 * read.
 */
export function threadDocument(options: ThreadDocumentOptions): AsyncGenerator<string> {
  checkOptions<ThreadDocumentOptions>(options, {
    of: "threadDocument",
    rules: {
      store: anObject,
      thread: anObject,
      format: oneOf("markdown", "json", "html"),
      outputs: withFunctions("an output cache", "lines"),
    },
    needed: ["store", "thread", "format"],
  });
  if (options.format === "json") return jsonPieces(options);
  return options.format === "html" ? htmlPieces(options) : markdownPieces(options);
}

async function* markdownPieces(options: ThreadDocumentOptions): AsyncGenerator<string> {
  const messages = await messagesOf(options);
  const { title, createdAt } = options.thread;
  const outputOf = (id: string) => wholeOutput(options, id);
  yield* threadMarkdown({ title, createdAt, messages, outputOf });
}

/** For somebody else: what looks like a secret is masked in what people said, too. */
async function* htmlPieces(options: ThreadDocumentOptions): AsyncGenerator<string> {
  const { messages, events } = await readThread(options);
  const { title, createdAt } = options.thread;
  const outputOf = (id: string) => wholeOutput(options, id);
  const scrubber = createScrubber([]);
  const steps = threadSteps(events);
  yield* threadHtml({ title, createdAt, messages, steps, outputOf, mask: (text) => scrubber.text(text) });
}

/**
 * One document, a piece at a time: what was shown, what was stored, and the outputs of which both hold the beginning.
 */
async function* jsonPieces(options: ThreadDocumentOptions): AsyncGenerator<string> {
  const { store, thread } = options;
  const messages = await messagesOf(options);
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
    const text = await wholeOutput(options, id);
    if (text === undefined) continue;
    yield `${separator}${JSON.stringify(id)}:${JSON.stringify(text)}`;
    separator = ",\n";
  }
  yield "}}\n";
}

async function messagesOf(options: ThreadDocumentOptions) {
  return (await readThread(options)).messages;
}

async function readThread({ store, thread: { conversation, lastSeq } }: ThreadDocumentOptions) {
  const events: JournalEvent[] = [];
  for await (const { event } of store.journal(conversation).excerpt({ before: lastSeq + 1 })) events.push(event);
  return { events, messages: await withRatings(store, conversation, foldThread(events, { tellsReasons: true })) };
}

function keptIn(messages: Awaited<ReturnType<typeof messagesOf>>): ReadonlySet<string> {
  const parts = messages.flatMap((message) => (message.role === "assistant" ? message.parts : []));
  return new Set(parts.flatMap((part) => (part.type === "tool-call" && part.ref !== undefined ? [part.ref.id] : [])));
}

/** Undefined for one that is not kept any more. */
async function wholeOutput({ store, thread, outputs = store.outputs }: ThreadDocumentOptions, id: string) {
  const lines = await linesOfForks(outputs, store)(id, thread.conversation);
  if (lines === undefined) return undefined;
  const taken: string[] = [];
  for await (const line of lines) taken.push(line);
  return taken.join("\n");
}
