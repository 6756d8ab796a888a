import { expect } from "vitest";
import { ActivityStream } from "../src/journal/activity-stream.ts";
import type { EventType, JournalEvent } from "../src/journal/event.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { resumeToolLoop } from "../src/loop/resume.ts";
import { runToolLoop } from "../src/loop/tool-loop.ts";
import type { ToolLoopConfig } from "../src/loop/tool-loop-config.ts";
import type { Tool, ToolContext } from "../src/tool/tool.ts";
import { illegality } from "./invariants/checks.ts";
import { toolOf } from "./making.ts";
import { type Answer, KeptLog, WrittenModel } from "./support.ts";

/** A run, and where it is cut off. */
export interface Crash {
  readonly answers: readonly Answer[];
  readonly tools: readonly Tool[];
  readonly config?: Partial<ToolLoopConfig>;
  /** The last event that was stored, and which one of its type. */
  readonly after: readonly [type: EventType, number: number];
  /** What the model says to the resumed process. */
  readonly later?: readonly Answer[];
  readonly resumedTools?: readonly Tool[];
}

/** Plays a run, forgets what came after an event, and resumes from what is left. */
export async function crashed({
  answers,
  tools,
  config = {},
  after: [type, number],
  later = [{ text: "the end" }],
  resumedTools,
}: Crash) {
  const whole = new MemoryJournal();
  const logger = new KeptLog();
  await runToolLoop(
    { model: new WrittenModel(answers), tools, logger, ...config, activity: new ActivityStream(whole) },
    [{ role: "user", content: "go" }],
  );
  const last = whole.events.filter((event) => event.type === type)[number - 1];
  const journal = new MemoryJournal();
  for (const event of whole.events)
    if (event.seq <= (last?.seq ?? 0)) journal.append(JSON.parse(JSON.stringify(event)));
  const stored = journal.events.length;
  const model = new WrittenModel(later);
  const published: JournalEvent[] = [];
  const activity = new ActivityStream(journal);
  activity.subscribe("*", (event) => void published.push(event));
  const result = await resumeToolLoop({ model, tools: resumedTools ?? tools, logger, ...config, activity });
  expect(illegality(result.messages)).toBeUndefined();
  const seqs = journal.events.map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
  const texts = result.messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
  return { ...result, model, published, texts, all: journal.events, stored };
}

/** A tool that notes in which contexts it ran. */
export const counted = (name: string, effects?: Parameters<typeof toolOf>[2]) => {
  const contexts: Pick<ToolContext, "attempt" | "idempotencyKey" | "toolCallId">[] = [];
  const tool = toolOf(
    name,
    (_, { attempt, idempotencyKey, toolCallId }) => {
      contexts.push({ attempt, idempotencyKey, toolCallId });
      return `${name} ran`;
    },
    effects,
  );
  return { tool, contexts };
};

/** One answer that calls these tools in order. */
export const calling = (...names: string[]): Answer => ({
  calls: names.map((name, n) => ({ id: `c${n}`, name, args: { n } })),
});
