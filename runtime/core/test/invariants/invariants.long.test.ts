import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import {
  ActivityStream,
  createMemoryOutputCache,
  defineTool,
  type EventData,
  type JournalEvent,
  MemoryJournal,
  providerHistory,
  resumeToolLoop,
  runToolLoop,
  ToolRegistry,
  ToolRunner,
  toJson,
} from "../../src/index.ts";
import { History } from "../../src/loop/history.ts";
import { trimHistory } from "../../src/loop/trim-history.ts";
import { type Block, liveOrder, storedOrder } from "../answer-order.ts";
import { cacheReader, keptTexts } from "../read-back.ts";
import { KeptLog, WrittenModel, wait } from "../support.ts";
import { brokenLife, brokenText, illegality } from "./checks.ts";
import { EarlyModel } from "./early-model.ts";
import { IndexedModel } from "./indexed-model.ts";
import { type Played, play } from "./play.ts";
import { type Scenario, scenarios } from "./scenario.ts";
import { INTERNAL, SECRET } from "./world.ts";

const RUNS = Number(process.env.INVARIANT_RUNS ?? (process.env.LONG_PLAY === undefined ? 20 : 600));

/** Plays random scenarios; `judge` says what is wrong, or nothing. */
function holds(judge: (played: Played, scenario: Scenario) => unknown): Promise<void> {
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    const verdict = judge(await play(scenario), scenario);
    expect(verdict).toBeUndefined();
  });
  return fc.assert(property, { numRuns: RUNS });
}

/**
 * How the order in which an answer was shown differs from the stored one, or from the order in which the models here
 * stream.
 */
function disorder(step: readonly JournalEvent[], answer: EventData["assistant_message"]): object | undefined {
  const { tool_calls: calls = [] } = answer.message;
  const previewed = step.some(({ type }) => type === "tool_call_delta");
  const live = liveOrder(step, (index) => calls[index]?.id);
  const stored = storedOrder(answer).filter(([kind]) => previewed || kind !== "call");
  // They show their thinking at once, and their calls last.
  const asStreamed = /^(?:text ?)?(?:reasoning ?)?(?:text ?)?(?:call ?)*$/.test(kindsOf(live));
  // What only looked like a secret is stored as it is; the mask stands for all of it, also where thinking came in
  // between.
  const isMasked = JSON.stringify(live).includes("[secret:");
  const isSame = isMasked ? isWithin(live, stored) : JSON.stringify(live) === JSON.stringify(stored);
  return asStreamed && isSame ? undefined : { live, stored };
}

/** Whether the kinds come in the same order, some of the second list's left out. */
function isWithin(some: readonly Block[], all: readonly Block[]): boolean {
  const rest = [...all];
  return some.every(([kind]) => {
    const at = rest.findIndex(([other]) => other === kind);
    return at !== -1 && rest.splice(0, at + 1).length > 0;
  });
}

const kindsOf = (blocks: readonly Block[]): string => blocks.map(([kind]) => kind).join(" ");

const firstOf = <T, R>(items: Iterable<T>, judge: (item: T) => R | undefined): R | undefined => {
  for (const item of items) {
    const found = judge(item);
    if (found !== undefined) return found;
  }
  return undefined;
};

describe("what must always hold", () => {
  it("1: every request and every result answers each call exactly once, in call order", () =>
    holds(({ requests, result, stored }) => {
      const histories = [...requests.map(({ messages }) => messages), result.messages, providerHistory(stored)];
      return firstOf(histories, illegality);
    }));

  it("1: the history that the journal tells is the one the run ended with", () =>
    holds(({ result, stored }) => {
      const told = JSON.stringify(providerHistory(stored));
      return told === JSON.stringify(result.messages) ? undefined : { told, ended: JSON.stringify(result.messages) };
    }));

  it("2: one start and one end per call, done once and last", () => holds(({ stored }) => brokenLife(stored)));

  it("3: nothing rejects, and every run ends for a named reason", () =>
    holds(({ result }, { maxIterations }) => {
      const reasons = [
        "stop",
        "done",
        "max_iterations",
        "length",
        "content_filter",
        "denied",
        "loop_guard",
        "aborted",
        "error",
      ];
      if (!reasons.includes(result.stopReason)) return result.stopReason;
      return result.iterations > maxIterations + 1 ? `${result.iterations} iterations` : undefined;
    }));

  it("4: definitions are byte-stable", () =>
    holds(({ requests }) => {
      // The two tools for kept outputs come after all others once something was cut, and stay.
      const sets = requests.map(({ tools = [] }) =>
        tools.filter(({ function: { name } }) => !/^tool_output/.test(name)),
      );
      const definitions = new Set(sets.map((tools) => JSON.stringify(tools)));
      const counts = requests.map(({ tools = [] }) => tools.length);
      const shrinks = counts.some((count, index) => index > 0 && count < (counts[index - 1] ?? 0));
      return definitions.size > 1 || new Set(counts).size > 2 || shrinks ? [...definitions, counts] : undefined;
    }));

  it("5: what the caller passed in is not changed", () =>
    holds(({ input, before }) => (JSON.stringify(input) === before ? undefined : { before, after: input })));

  it("5: nor are the arguments of a call, whatever the tool and those around it do to theirs", async () => {
    const meddle = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const key of Object.keys(value)) meddle(Reflect.get(value, key));
      Reflect.set(value, "meddled", true);
      if (Array.isArray(value)) value.push("meddled");
    };
    const tool = defineTool({ name: "meddle", description: "", input: { type: "object" }, execute: meddle });
    const runner = new ToolRunner({
      registry: new ToolRegistry([tool]),
      logger: new KeptLog(),
      policy: {
        decide: (_, args) => {
          meddle(args);
          return { verdict: "ask" };
        },
      },
      approver: {
        approve: async (request) => {
          meddle(request.arguments);
          return { approvalId: request.approvalId, approve: true };
        },
      },
    });
    runner.use((call, next) => {
      meddle(call.input);
      meddle(call.arguments);
      return next();
    });
    const property = fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (drawn) => {
      const args = toJson(drawn);
      const before = JSON.stringify(drawn);
      if (!args.ok) return;
      await runner.exec({ name: "meddle", arguments: Object(drawn) });
      expect(JSON.stringify(drawn)).toBe(before);
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  it("6: no secret and no field outside its allowlist is seen anywhere", () =>
    holds(({ stored, published, requests, result, log, kept }) => {
      const seen = JSON.stringify([stored, published, requests.map(({ messages }) => messages), result, log, kept]);
      const chunks = published
        .flatMap((event) => (event.type === "tool_output_chunk" ? [event.data.chunk] : []))
        .join("");
      return firstOf([SECRET, INTERNAL], (marker) =>
        seen.includes(marker) || chunks.includes(marker) ? marker : undefined,
      );
    }));

  it("9: nothing is executed before its completion has ended, and only what it asked for", () =>
    holds(({ stored }) => {
      const asked = new Set<string>();
      return firstOf(stored, (event) => {
        for (const id of askedIn(event)) asked.add(id);
        const started = event.type === "tool_call_start" && event.parentId === undefined;
        return started && !asked.has(event.id) ? `${event.id} ran before it was asked for` : undefined;
      });
    }));

  it("9: nothing is executed while its completion is still arriving, and then what the completion says", async () => {
    const call = fc.record({ previewed: fc.integer(), meant: fc.integer(), kept: fc.boolean() });
    const property = fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 4 }), async (drawn) => {
      const executed: unknown[] = [];
      const tool = defineTool({
        name: "tool",
        description: "",
        input: z.object({ n: z.number() }),
        execute: ({ n }) => void executed.push(n),
      });
      const meant = drawn.filter(({ kept }) => kept).map((each) => each.meant);
      const model = new EarlyModel(
        drawn.map(({ previewed }) => previewed),
        meant,
      );
      const running = runToolLoop({ model, tools: [tool], logger: new KeptLog() }, []);
      await model.previewed;
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      await wait(0);
      expect(executed).toEqual([]);
      model.finish();
      await running;
      expect(executed).toEqual(meant);
    });
    await fc.assert(property, { numRuns: Math.min(RUNS, 60) });
  });

  it("10: no half surrogate pair leaves the process", () =>
    holds(({ stored, published, requests, result, kept }) =>
      brokenText([stored, published, requests.map(({ messages }) => messages), result, kept]),
    ));

  it("11: what streams is shown in the order in which it is stored", () =>
    holds(({ published }) => {
      let step: JournalEvent[] = [];
      return firstOf(published, (event) => {
        if (event.type === "step_start") step = [];
        step.push(event);
        if (event.type !== "assistant_message") return undefined;
        return disorder(step, event.data);
      });
    }));

  it("12: what a model had written when its step ended early is in the history", () =>
    holds(({ published, result }) => {
      const step = published.slice(published.findLastIndex(({ type }) => type === "step_start"));
      const isWhole = step.some((event) => event.type === "assistant_message" && !event.data.partial);
      const said = step.flatMap((event) => (event.type === "text_delta" ? [event.data.delta] : [])).join("");
      if (isWhole || said === "") return undefined;
      const last = result.messages.at(-1);
      return last?.role === "assistant" && last.content === said ? undefined : { said, last };
    }));

  it("12: a crash takes no more of it than the last moments", async () => {
    const journal = new MemoryJournal();
    const text = "one two three four five six seven";
    const model = new WrittenModel([{ text: `${text} ${text}`, pauseMs: 5_000 }]);
    const process = new AbortController();
    onTestFinished(() => process.abort());
    void runToolLoop({ model, activity: new ActivityStream(journal), signal: process.signal }, []);
    await expect.poll(() => providerHistory(journal.events)).toEqual([{ role: "assistant", content: text }]);
    const crashed = [...journal.events];
    const later = new MemoryJournal();
    for (const event of crashed) later.append(event);
    const again = new WrittenModel([{ text: "whole" }]);
    const { messages } = await resumeToolLoop({ model: again, activity: new ActivityStream(later) });
    expect(messages).toEqual([{ role: "assistant", content: "whole" }]);
    expect(providerHistory(later.events)).toEqual(messages);
  });

  it("13: every byte of a kept output can be read back through the two tools", async () => {
    const property = fc.asyncProperty(keptTexts, async (lines) => {
      const cache = createMemoryOutputCache();
      const owner = { channel: "test", chatId: "1" };
      const { id } = await cache.save(`${lines.join("\n")}\n`, owner);
      const reader = cacheReader(cache, owner);
      expect(await reader.lines(id)).toEqual(lines);
      const last = lines.at(-1)?.slice(-3) ?? "";
      if (/^[a-z]{3}$/.test(last))
        expect(await reader.grep({ ref_id: id, pattern: `${last}$`, regex: true })).toContain(last);
    });
    await fc.assert(property, { numRuns: Math.min(RUNS, 40) });
  });

  it("14: calls run in the order of their index where each has one, else as they came", async () => {
    const indexes = fc.array(fc.option(fc.nat(9), { nil: undefined, freq: 8 }), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(indexes, async (drawn) => {
      const ran: unknown[] = [];
      const tool = defineTool({
        name: "tool",
        description: "",
        input: z.object({ n: z.number() }),
        execute: ({ n }) => void ran.push(n),
      });
      const model = new IndexedModel(drawn);
      await runToolLoop({ model, tools: [tool], logger: new KeptLog() }, []);
      const places = drawn.map((index, place) => ({ index, place }));
      if (!drawn.includes(undefined)) places.sort((one, other) => (one.index ?? 0) - (other.index ?? 0));
      expect(ran).toEqual(places.map(({ place }) => place));
    });
    await fc.assert(property, { numRuns: Math.min(RUNS, 60) });
  });

  it("refused calls have not run, and a call runs at most as often as it was asked for", () =>
    holds(({ executions, stored }, { crashAfter }) => {
      if (executions.has("denied")) return "denied ran";
      const ended = stored.filter((event) => event.type === "tool_call_end" && event.data.toolName === "change");
      const change = executions.get("change") ?? 0;
      return crashAfter === undefined && change > ended.length ? `${change} changes, ${ended.length} ends` : undefined;
    }));
});

describe("7: trimming", () => {
  // Middleware the size of a placeholder a mistake costs a few bytes; far above it would never be seen.
  const size = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 4_000 }));
  const message = fc.record({ size, tool: fc.boolean() });

  it("never grows the history, never touches the newest result, never orphans a call", () => {
    const property = fc.property(
      fc.array(message, { maxLength: 60 }),
      fc.integer({ min: 0, max: 20_000 }),
      (drawn, budget) => {
        const history = new History([]);
        for (const [index, { size, tool }] of drawn.entries()) {
          const id = `c${index}`;
          history.add({
            role: "assistant",
            content: "",
            tool_calls: [{ id, type: "function", function: { name: "x", arguments: "{}" } }],
          });
          history.add({
            role: "tool",
            tool_call_id: id,
            content: "é".repeat(size),
            ...(tool ? { output_ref: "r1" } : {}),
          });
        }
        const before = history.snapshot();
        if (history.isOver(budget)) trimHistory(history, budget);
        const after = history.snapshot();
        expect(Buffer.byteLength(JSON.stringify(after))).toBeLessThanOrEqual(Buffer.byteLength(JSON.stringify(before)));
        expect(after.at(-1)).toEqual(before.at(-1));
        expect(illegality(after)).toBe(illegality(before));
        expect(after.map((item) => item.role)).toEqual(before.map((item) => item.role));
      },
    );
    fc.assert(property, { numRuns: RUNS });
  });

  it("brings the results under the budget when they can be", () => {
    const history = new History([]);
    for (let index = 0; index < 20; index += 1) {
      history.add({
        role: "assistant",
        content: "",
        tool_calls: [{ id: `c${index}`, type: "function", function: { name: "x", arguments: "{}" } }],
      });
      history.add({ role: "tool", tool_call_id: `c${index}`, content: "x".repeat(4_000) });
    }
    expect(trimHistory(history, 10_000)).toHaveLength(15);
    expect(trimHistory(history, 10_000)).toHaveLength(0);
  });
});

describe("8: calls do not see each other", () => {
  it("context, dependencies, chunks and input belong to one call", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 12 }),
      async (delays) => {
        const own = { id: "own", create: () => ({ marks: [] as number[] }) };
        const chunks = new Map<string, string>();
        const tool = defineTool({
          name: "mark",
          description: "",
          input: z.object({ n: z.number(), delay: z.number(), list: z.array(z.number()) }),
          effects: "read",
          streamsOutput: true,
          async execute({ n, delay, list }, ctx) {
            const { marks } = await ctx.resolve(own);
            marks.push(n);
            list.push(n);
            ctx.emitOutput(`<${n}>`);
            await wait(delay);
            const again = await ctx.resolve(own);
            return { n, marks: again.marks, list, id: ctx.toolCallId };
          },
        });
        const runner = new ToolRunner({
          registry: new ToolRegistry([tool]),
          logger: new KeptLog(),
          ...streamTo(chunks),
        });
        const list = [0];
        const calls = delays.map((delay, n) => ({ name: "mark", arguments: { n, delay, list } }));
        const settled = await runner.execAll(calls, { runId: "r" });
        expect(settled.map(({ result }) => result.output)).toEqual(
          delays.map((_, n) => ({ type: "json", value: { n, marks: [n], list: [0, n], id: settled[n]?.toolCallId } })),
        );
        expect(settled.map(({ toolCallId }) => chunks.get(toolCallId))).toEqual(delays.map((_, n) => `<${n}>`));
        expect(list).toEqual([0]);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });
});

function streamTo(chunks: Map<string, string>) {
  const activity = new ActivityStream();
  activity.subscribe("tool_output_chunk", ({ data }) => {
    chunks.set(data.toolCallId, (chunks.get(data.toolCallId) ?? "") + data.chunk);
  });
  return { activity };
}

function askedIn(event: JournalEvent): readonly string[] {
  return event.type === "assistant_message" ? (event.data.message.tool_calls ?? []).map(({ id }) => id) : [];
}
