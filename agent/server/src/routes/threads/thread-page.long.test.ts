import {
  ActivityStream,
  agentTool,
  defineTool,
  type JournalEvent,
  type ModelPort,
  streamToolLoop,
} from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { openStore, type StoredJournal } from "@toolwright/store";
import { foldThread, joinPages, type ThreadMessage, type ThreadPage } from "@toolwright/view";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { databaseFile } from "../../../test/support/test-server.ts";
import { randomThread } from "./random-thread.test-data.ts";
import { type PageSource, threadPage } from "./thread-page.ts";

/** `npm test` tries each property a fifth as often. */
const SHARE = process.env.LONG_PLAY === undefined ? 0.2 : 1;

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
const conversation = { channel: "web", chatId: "t" };

type Page = Pick<ThreadPage, "messages" | "later" | "before">;

/** What a model asks for; `waits`: how many more model calls there are until work in the background goes on. */
interface AskedCall {
  readonly name: string;
  readonly text: string;
  readonly waits: number;
}

interface AskedRun {
  readonly steps: readonly { readonly text: string; readonly calls: readonly AskedCall[] }[];
  /** After how many events it is stopped; undefined: never. */
  readonly stopAfter: number | undefined;
}

/** Counts model calls, and lets work wait for one of them. */
class Clock {
  #now = 0;
  #waiting: { readonly at: number; readonly wake: () => void }[] = [];

  tick(): void {
    this.#now += 1;
    for (const { wake } of this.#waiting.filter(({ at }) => at <= this.#now)) wake();
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
  }

  wait(count: number): Promise<void> {
    return new Promise((wake) => this.#waiting.push({ at: this.#now + count, wake }));
  }
}

const input = z.object({ text: z.string(), waits: z.number() });

function toolsOf(clock: Clock) {
  const about = { allowlist: "all", input } as const;
  const echo = defineTool({
    ...about,
    name: "echo",
    description: "Says it again.",
    effects: "read",
    execute({ text }) {
      if (text.startsWith("!")) throw new Error("It failed.");
      return text;
    },
  });
  const twice = defineTool({
    ...about,
    name: "twice",
    description: "Says it twice.",
    effects: "write",
    async execute(given, ctx) {
      await Promise.all([ctx.call("echo", given), ctx.call("nothing", {})]);
      return given.text;
    },
  });
  const later = defineTool({
    ...about,
    name: "later",
    description: "Says it later.",
    effects: "read",
    execute({ text, waits }, ctx) {
      ctx.background(async () => {
        await clock.wait(waits);
        await ctx.call("echo", { text, waits: 0 });
        await clock.wait(1);
        await ctx.call("twice", { text, waits: 0 });
        return text;
      });
      return { output: { type: "text", text: "begun" }, silent: false, isError: false, async: true };
    },
  });
  const steps = [{ toolCalls: [{ id: "a", name: "twice", arguments: { text: "x", waits: 0 } }] }, { text: "Found." }];
  const agent = agentTool({ name: "agent", description: "Finds out.", model: scripted(steps), tools: [echo, twice] });
  return [echo, twice, later, agent];
}

function ticking(model: ModelPort, clock: Clock): ModelPort {
  return {
    name: model.name,
    completionStream(params, context) {
      clock.tick();
      return model.completionStream(params, context);
    },
  };
}

/** A thread of real runs, one after the other, in a real store. */
async function played(runs: readonly AskedRun[]): Promise<{ journal: StoredJournal; lastSeq: number }> {
  const store = openStore({ file: databaseFile() });
  onTestFinished(() => store.close());
  const clock = new Clock();
  const tools = toolsOf(clock);
  const activity = new ActivityStream(store.journal(conversation));
  for (const [place, { steps, stopAfter }] of runs.entries()) {
    const controller = new AbortController();
    let heard = 0;
    const leave = activity.subscribe("*", () => {
      heard += 1;
      if (heard === stopAfter) controller.abort();
    });
    const model = ticking(
      scripted([...steps.map((step, at) => scriptOf(step, `${place}-${at}`)), { text: "Done." }]),
      clock,
    );
    const { signal } = controller;
    const config = { model, tools, activity, conversation, signal, logger: QUIET, maxIterations: 20 };
    await streamToolLoop(config, [{ role: "user", content: `Run ${place}.` }]).final;
    leave();
  }
  for (let tick = 0; tick < 4; tick += 1) {
    clock.tick();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await activity.sync();
  const journal = store.journal(conversation);
  return { journal, lastSeq: await journal.lastSeq() };
}

function scriptOf({ text, calls }: AskedRun["steps"][number], id: string): ScriptStep {
  return {
    text,
    toolCalls: calls.map(({ name, text: said, waits }, at) => ({
      id: `${id}-${at}`,
      name,
      arguments: name === "agent" ? { prompt: said } : { text: said, waits },
    })),
  };
}

async function foldStored(journal: StoredJournal): Promise<readonly ThreadMessage[]> {
  const events = [];
  for await (const { event } of journal.excerpt()) events.push(event);
  return foldThread(events, { tellsReasons: true });
}

/** The pages of a thread, the newest first. */
async function pagesOf(thread: { journal: PageSource; lastSeq: number }, limit: number): Promise<Page[]> {
  const { journal, lastSeq } = thread;
  const pages: Page[] = [];
  for (let before: number | undefined; pages.length === 0 || before !== undefined; before = pages.at(-1)?.before)
    pages.push(await threadPage(journal, { before, limit, lastSeq }));
  return pages;
}

const words = fc.constantFrom("a", "b", "!", "long words");
const call = fc.record({
  name: fc.constantFrom("echo", "twice", "later", "later", "agent", "nothing"),
  text: words,
  waits: fc.integer({ min: 1, max: 5 }),
});
const run: fc.Arbitrary<AskedRun> = fc.record({
  steps: fc.array(fc.record({ text: words, calls: fc.array(call, { minLength: 1, maxLength: 3 }) }), { maxLength: 4 }),
  stopAfter: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 5, nil: undefined }),
});

/** A journal of events that nobody stores, as far as a page asks it. */
function journalOf(events: readonly JournalEvent[]): PageSource {
  return {
    async *excerpt({ after = 0, before = Number.MAX_SAFE_INTEGER, newestFirst = false } = {}) {
      const shown = events.filter(({ seq }) => seq > after && seq < before);
      for (const event of newestFirst ? shown.reverse() : shown) yield { event, size: 100 };
    },
    runs: ({ before = Number.MAX_SAFE_INTEGER, limit = 50 } = {}) => {
      const begun = events.filter(({ seq, type, parentId }) => type === "run_start" && !parentId && seq < before);
      return begun.reverse().slice(0, limit);
    },
  };
}

const limit = fc.integer({ min: 1, max: 40 });

describe("pages of a thread", () => {
  it("joined are the whole thread, whatever their size", async () => {
    await fc.assert(
      fc.asyncProperty(randomThread, limit, async (made, most) => {
        const events = await made;
        const thread = { journal: journalOf(events), lastSeq: events.at(-1)?.seq ?? 0 };
        const pages = await pagesOf(thread, most);
        const whole = foldThread(events, { tellsReasons: true });
        expect(pages.reduce((newer, earlier) => joinPages(earlier, newer)).messages).toEqual(whole);
        expect(pages.toReversed().reduce(joinPages).messages).toEqual(whole);
      }),
      { numRuns: 1_000 * SHARE },
    );
  });

  it("tell nothing later of a run inside a call that stands on one of them", async () => {
    const events: JournalEvent[] = [];
    const stream = new ActivityStream();
    stream.subscribe("*", (event) => events.push(event));
    const [run, inner] = [{ runId: "r" }, { runId: "inner", parentId: "c" }];
    const result = { output: { type: "text", text: "a" }, silent: false, isError: false, async: false } as const;
    const call = { toolName: "look", success: true, result, durationMs: 1 };
    await stream.emit("run_start", { input: [{ role: "user", content: "Go." }], model: "m" }, run);
    for (const step of [0, 1]) {
      await stream.emit("step_start", { step, activeTools: [] }, run);
      await stream.emit("step_end", { step }, run);
    }
    await stream.emit("step_start", { step: 2, activeTools: [] }, run);
    await stream.emit("tool_call_start", { toolCallId: "c", toolName: "look", arguments: {} }, run);
    await stream.emit("run_start", { input: [], model: "m" }, inner);
    await stream.emit("tool_call_start", { toolCallId: "c/1", toolName: "look", arguments: {} }, inner);
    await stream.emit("tool_call_end", { toolCallId: "c/1", ...call }, inner);
    await stream.emit("tool_call_end", { toolCallId: "c", ...call }, run);
    await stream.sync();
    const pages = await pagesOf({ journal: journalOf(events), lastSeq: events.length }, 1);
    expect(pages.map(({ later }) => later)).toEqual([undefined, undefined, undefined]);
  });

  it("of real runs joined are the whole thread, too", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 3 }), limit, async (runs, most) => {
        const thread = await played(runs);
        const pages = await pagesOf(thread, most);
        const whole = await foldStored(thread.journal);
        expect(pages.reduce((newer, earlier) => joinPages(earlier, newer)).messages).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });
});
