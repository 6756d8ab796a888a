import {
  ActivityStream,
  defineTool,
  type JournalEvent,
  MemoryJournal,
  type ModelPort,
  streamToolLoop,
} from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  CallFold,
  foldCalls,
  foldSpans,
  foldThread,
  type Span,
  type ThreadCall,
  type ThreadMessage,
} from "../src/index.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

const echo = defineTool({
  name: "echo",
  description: "Says it again.",
  input: z.object({ text: z.string() }),
  allowlist: "all",
  effects: "read",
  streamsOutput: true,
  async execute({ text }, ctx) {
    ctx.emitOutput(`${text} …`);
    if (text.startsWith("!")) throw new Error("It failed.");
    return text;
  },
});

/** Waits for the calls before it, and calls another tool. */
const twice = defineTool({
  name: "twice",
  description: "Says it twice.",
  input: z.object({ text: z.string() }),
  allowlist: "all",
  effects: "write",
  async execute({ text }, ctx) {
    await ctx.call("echo", { text });
    return `${text}${text}`;
  },
});

/** A model whose server refuses each request so often before it answers. */
function refused(model: ModelPort, counts: readonly number[]): ModelPort {
  let requests = 0;
  return {
    name: model.name,
    completionStream(params, context) {
      const { stream, final } = model.completionStream(params, context);
      const count = counts[requests] ?? 0;
      requests += 1;
      return { stream: after(count, stream), final };
    },
  };
}

async function* after<T>(count: number, stream: AsyncIterable<T>) {
  for (let place = 1; place <= count; place += 1)
    yield { type: "retrying", delayMs: place * 500, error: { code: "http", message: "Busy." } } as const;
  yield* stream;
}

/** The events of real runs, as they were delivered and as they were stored. */
async function played({ steps, retries }: Script, stopAfter?: number) {
  const journal = new MemoryJournal();
  const activity = new ActivityStream(journal);
  const live: JournalEvent[] = [];
  const controller = new AbortController();
  activity.subscribe("*", (event) => {
    live.push(event);
    if (live.length === stopAfter) controller.abort();
  });
  const conversation = { channel: "test", chatId: "t" };
  const tools = [echo, twice];
  const { signal } = controller;
  const config = {
    model: refused(scripted(steps), retries),
    tools,
    activity,
    conversation,
    signal,
    logger: QUIET,
    maxIterations: 20,
  };
  await streamToolLoop(config, [{ role: "user", content: "Go." }]).final;
  const stored: JournalEvent[] = [];
  for await (const event of journal.read()) stored.push(event);
  return { live, stored };
}

const words = fc.string({ unit: "grapheme", maxLength: 12 });
const call = fc.record({ name: fc.constantFrom("echo", "twice", "nothing"), text: words, isBroken: fc.boolean() });
const step = fc.record({ text: words, reasoning: words, calls: fc.array(call, { maxLength: 4 }) });
const scriptSteps = fc.array(step, { maxLength: 4 }).map((steps): readonly ScriptStep[] => [
  ...steps.map(({ text, reasoning, calls }, place) => ({
    text,
    ...(reasoning === "" ? {} : { reasoning }),
    toolCalls: calls.map((asked, index) => ({
      id: `c${place}-${index}`,
      name: asked.name,
      arguments: asked.isBroken ? '{"text": ' : { text: asked.text },
    })),
  })),
  { text: "Done." },
]);
interface Script {
  readonly steps: readonly ScriptStep[];
  /** How often the server refuses each request. */
  readonly retries: readonly number[];
}
const retryCounts = fc.array(fc.nat({ max: 3 }), { maxLength: 4 });
const script: fc.Arbitrary<Script> = fc.record({ steps: scriptSteps, retries: retryCounts });

describe("folds", () => {
  it("make the same of stored events as of live ones", async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.option(fc.nat({ max: 60 }), { nil: undefined }), async (asked, stopAfter) => {
        const { live, stored } = await played(asked, stopAfter);
        expect(foldThread(live).map(timeless)).toEqual(foldThread(stored).map(timeless));
        expect(foldCalls(live).map(timelessCall)).toEqual(foldCalls(stored).map(timelessCall));
        expect(outline(foldSpans(live))).toEqual(outline(foldSpans(stored)));
      }),
      { numRuns: 150 },
    );
  });

  it("show of stored events each retry, with its wait and its reason, in the model call that it is of", async () => {
    const { stored } = await played({ steps: [{ text: "Done." }], retries: [2] });
    const model = spansIn(foldSpans(stored)).find(({ kind }) => kind === "model");
    expect(model?.children.map(({ label, detail, durationMs }) => ({ label, detail, durationMs }))).toEqual([
      { label: "Retry", detail: "in 500 ms · http: Busy.", durationMs: 500 },
      { label: "Retry", detail: "in 1 s · http: Busy.", durationMs: 1_000 },
    ]);
  });

  it("know every call while its run goes on, also of a run whose beginning was not heard", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (asked) => {
        const { live } = await played(asked);
        const fold = new CallFold();
        const begun = new Set<string>();
        for (const event of live.filter(({ type }) => type === "tool_call_start" || type === "tool_call_end")) {
          fold.add(event);
          if (event.type === "tool_call_start") begun.add(event.data.toolCallId);
          if (event.type === "tool_call_end") {
            expect(fold.call(event.data.toolCallId)).toMatchObject({ durationMs: event.data.durationMs });
          }
        }
        expect(fold.calls().map(({ toolCallId }) => toolCallId)).toEqual([...begun]);
        const results = (calls: readonly ThreadCall[]) =>
          new Map(calls.flatMap(({ toolCallId, result }) => (begun.has(toolCallId) ? [[toolCallId, result]] : [])));
        expect(results(fold.calls())).toEqual(results(foldCalls(live)));
      }),
      { numRuns: 50 },
    );
  });

  it("make the same of live events wherever some of them were lost", async () => {
    const lost = fc.array(fc.boolean(), { minLength: 200, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(script, lost, async (asked, isLost) => {
        const { live, stored } = await played(asked);
        const seqs = new Set(stored.map(({ seq }) => seq));
        const heard = live.filter(({ seq }, place) => seqs.has(seq) || isLost[place] !== true);
        expect(foldThread(heard).map(timeless)).toEqual(foldThread(stored).map(timeless));
      }),
      { numRuns: 50 },
    );
  });
});

/** Without what is only live, and what depends on when it was seen. */
function timeless(message: ThreadMessage): unknown {
  if (message.role === "user") return message;
  return { ...message, parts: message.parts.map((part) => (part.type === "tool-call" ? timelessCall(part) : part)) };
}

function timelessCall({ output: _output, runningAt: _runningAt, startedAt: _startedAt, ...call }: ThreadCall): unknown {
  return call;
}

function spansIn(spans: readonly Span<JournalEvent>[]): readonly Span<JournalEvent>[] {
  return spans.flatMap((span) => [span, ...spansIn(span.children)]);
}

function outline(spans: readonly Span<JournalEvent>[]): unknown {
  return spans.map(({ kind, label, detail, hasFailed, events, children }) => {
    return { kind, label, detail, hasFailed, seqs: events.map(({ seq }) => seq), children: outline(children) };
  });
}
