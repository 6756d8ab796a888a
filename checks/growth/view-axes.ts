// What a page, a terminal and a file show more of.
import {
  ActivityStream,
  defineTool,
  type JournalEvent,
  MemoryJournal,
  type ModelPort,
  runToolLoop,
} from "@toolwright/core";
import { scripted } from "@toolwright/core/testing";
import { foldThread } from "@toolwright/view";
import { resourceMentions, threadMarkdown, threadSteps } from "@toolwright/view/internal";
import { type Axis, expectThat, type Work } from "./axis.ts";
import { asking } from "./loop-axes.ts";

export const VIEW_AXES: readonly Axis[] = [
  { name: "events of a thread, shown", n: 1_000, prepare: shown },
  { name: "messages of a thread, whose steps are listed", n: 1_000, prepare: stepsOfMessages },
  { name: "steps of a run, listed", n: 250, prepare: stepsOfRun },
  { name: "calls of one answer, shown while they stream", n: 250, prepare: streamingCalls },
  { name: "rows of backquotes in a thread as Markdown", n: 20_000, prepare: fencedRows },
  { name: "resources that a message names", n: 1_000, prepare: mentions },
];

const LOOK = { toolCalls: [{ name: "look", arguments: {} }] };

/** The events of runs of these models, one after another in one thread. */
async function eventsOf(models: readonly ModelPort[]): Promise<readonly JournalEvent[]> {
  const events: JournalEvent[] = [];
  const activity = new ActivityStream(new MemoryJournal());
  activity.subscribe("*", (event) => void events.push(event));
  const look = defineTool({ name: "look", description: "Looks.", input: { type: "object" }, execute: () => "seen" });
  const limits = { maxIterations: 100_000, redundancy: "off", loopGuard: false } as const;
  for (const model of models)
    await runToolLoop({ model, tools: [look], activity, ...limits }, [{ role: "user", content: "go" }]);
  return events;
}

/** Runs of one call each, in one thread. */
async function shown(size: number): Promise<Work> {
  const events = await eventsOf(list(size / 10, () => scripted([LOOK, { text: "done" }])));
  return () => expectThat(foldThread(events).length >= size / 10, "Runs are missing.");
}

async function stepsOfMessages(size: number): Promise<Work> {
  const events = await eventsOf(list(size, () => scripted([{ text: "done" }])));
  return () => expectThat(threadSteps(events).length === size, "Steps are missing.");
}

async function stepsOfRun(size: number): Promise<Work> {
  const events = await eventsOf([asking({ steps: list(size, () => 1), name: "look" })]);
  return () => expectThat(threadSteps(events).length > size, "Steps are missing.");
}

async function streamingCalls(size: number): Promise<Work> {
  const calls = list(size, () => ({ name: "look", arguments: {} }));
  const events = await eventsOf([scripted([{ toolCalls: calls }, { text: "done" }])]);
  return () => {
    const [, answer] = foldThread(events);
    expectThat(answer?.role === "assistant" && answer.parts.length > size, "Calls are missing.");
  };
}

function fencedRows(size: number): Work {
  const about = { toolCallId: "a", toolName: "look", args: {}, startedAt: 0 };
  const call = { type: "tool-call", ...about, result: "` ".repeat(size), isError: false } as const;
  const messages = [{ role: "assistant", id: "r", runId: "r", createdAt: 0, model: "m", parts: [call] }] as const;
  return async () => {
    let length = 0;
    for await (const piece of threadMarkdown({ title: "t", createdAt: 0, messages })) length += piece.length;
    expectThat(length > 2 * size, "The output is missing.");
  };
}

function mentions(size: number): Work {
  const text = list(size, (at) => `@files:note-${at}`).join(" ");
  return () => expectThat(resourceMentions(text, ["files"]).length === 5, "Resources are missing.");
}

function list<T>(size: number, make: (at: number) => T): T[] {
  return Array.from({ length: Math.floor(size) }, (_, at) => make(at));
}
