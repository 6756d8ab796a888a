import { expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { FaultyJournal } from "../../test/told/faulty-journal.ts";
import { ActivityStream, type Journal, type JournalEvent, type ModelPort, runToolLoop } from "../index.ts";

/** Stores what it is given in one turn of the event loop together, as a journal on a disk does. */
class GatheringJournal implements Journal {
  readonly keepsOrder = true;
  readonly stored: JournalEvent[] = [];
  commits = 0;
  #queue: { readonly event: JournalEvent; readonly resolve: () => void; readonly reject: (error: Error) => void }[] =
    [];
  readonly #failsFrom: number;

  constructor(failsFrom = Number.POSITIVE_INFINITY) {
    this.#failsFrom = failsFrom;
  }

  append(event: JournalEvent): Promise<void> {
    if (this.#queue.length === 0) setImmediate(() => this.#commit());
    return new Promise((resolve, reject) => this.#queue.push({ event, resolve, reject }));
  }

  async *read(): AsyncGenerator<JournalEvent> {
    yield* this.stored;
  }

  #commit(): void {
    this.commits += 1;
    for (const { event, resolve, reject } of this.#queue.splice(0)) {
      if (this.commits >= this.#failsFrom) reject(new Error("full"));
      else {
        this.stored.push(event);
        resolve();
      }
    }
  }
}

const answers = [
  { calls: Array.from({ length: 8 }, (_, n) => ({ id: `c${n}`, name: "look", args: { n } })) },
  { calls: [{ id: "last", name: "look", args: { n: 99 } }] },
  { text: "Seen." },
];

/**
 * A run of two steps with calls; of each call that ran, whether its start was stored by then, and of each request how
 * many steps were.
 */
async function play(journal: GatheringJournal) {
  const startsKnown: boolean[] = [];
  const stepsKnown: number[] = [];
  const model = new WrittenModel(answers);
  const asked: ModelPort = {
    name: model.name,
    completionStream(params) {
      stepsKnown.push(journal.stored.filter(({ type }) => type === "step_start").length);
      return model.completionStream(params);
    },
  };
  const look = toolOf(
    "look",
    (_, { toolCallId }) => {
      startsKnown.push(journal.stored.some(({ type, id }) => type === "tool_call_start" && id === toolCallId));
      return "seen";
    },
    { effects: "read" },
  );
  const config = { model: asked, tools: [look], activity: new ActivityStream(journal) };
  const result = await runToolLoop({ ...config, logger: new KeptLog() }, [{ role: "user", content: "go" }]);
  return { result, startsKnown, stepsKnown };
}

it("a run waits for a journal that keeps the order before a model is asked, before its calls run and when a step ends", async () => {
  // What is loaded with the first call takes turns of its own.
  await play(new GatheringJournal());
  const journal = new GatheringJournal();
  const { result, startsKnown, stepsKnown } = await play(journal);
  expect(result.stopReason).toBe("stop");
  expect(startsKnown).toEqual(Array.from({ length: 9 }, () => true));
  // A request may end the process: a store has to know that it was under way.
  expect(stepsKnown).toEqual([1, 2, 3]);
  // The beginning and the first request, two for each of two steps with calls, the last answer, and the end.
  expect(journal.commits).toBe(8);
  expect(journal.stored.map(({ seq }) => seq)).toEqual(journal.stored.map(({ seq }) => seq).toSorted((a, b) => a - b));
});

/** How many ends of calls and steps were stored as an observer heard of results, and as a summary was asked for. */
async function playWithSummary() {
  const journal = new GatheringJournal();
  const known: (readonly [string, number, number])[] = [];
  const note = (what: string) => {
    const count = (wanted: JournalEvent["type"]) => journal.stored.filter(({ type }) => type === wanted).length;
    known.push([what, count("tool_call_end"), count("step_end")]);
  };
  const calls = Array.from({ length: 8 }, (_, n) => ({ calls: [{ name: "look", args: { n } }] }));
  const model = new WrittenModel([...calls, { text: "Seen." }]);
  const writer = new WrittenModel([{ text: "A summary." }]);
  const summariser: ModelPort = {
    name: "summariser",
    completionStream(params) {
      note(`summary after ${model.requests.length}`);
      return writer.completionStream(params);
    },
  };
  const config = {
    model,
    tools: [toolOf("look", () => "x".repeat(2_000), { effects: "read" })],
    activity: new ActivityStream(journal),
    observer: () => ({
      ended: () => undefined,
      settled: (settled: readonly unknown[]) => note(`${settled.length} settled`),
    }),
    compaction: { windowTokens: 4_000, keepTokens: 800, model: summariser },
    logger: new KeptLog(),
  };
  await runToolLoop(config, [{ role: "user", content: "go" }]);
  return known;
}

it("an observer hears of results, and a summary is asked for, when the step before is stored", async () => {
  await playWithSummary();
  const known = await playWithSummary();
  const steps = Array.from({ length: 8 }, (_, n) => ["1 settled", n + 1, n + 1]);
  expect(known.filter(([what]) => what === "1 settled")).toEqual(steps);
  expect(known).toContainEqual(["summary after 7", 7, 7]);
});

it("a call whose start could not be stored does not run, and neither does anything after it", async () => {
  for (const failsFrom of [1, 2, 3, 4]) {
    const { result, startsKnown, stepsKnown } = await play(new GatheringJournal(failsFrom));
    expect(result).toMatchObject({ stopReason: "error", error: { code: "journal_failed" } });
    expect(startsKnown).toEqual(Array.from({ length: failsFrom === 4 ? 8 : 0 }, () => true));
    expect(stepsKnown).toHaveLength(failsFrom > 2 ? 1 : 0);
  }
});

it.each(["throws", "rejects", "rejects late"] as const)(
  "a run whose beginning could not be stored leaves nothing in the journal: it %s",
  async (fault) => {
    const journal = new FaultyJournal(fault, ["run_start", 1]);
    const { stopReason, error } = await runToolLoop(
      { model: new WrittenModel([{ text: "Said." }]), activity: new ActivityStream(journal), logger: new KeptLog() },
      [{ role: "user", content: "go" }],
    );
    expect({ stopReason, code: error?.code }).toEqual({ stopReason: "error", code: "journal_failed" });
    expect(journal.stored).toEqual([]);
  },
);

it.each(["throws", "rejects", "rejects late"] as const)(
  "no call of a step runs once the start of an earlier one could not be stored: the journal %s",
  async (fault) => {
    const ran: string[] = [];
    const write = toolOf("write", (_, { toolCallId }) => {
      ran.push(toolCallId);
      return "written";
    });
    const calls = ["c1", "c2"].map((id, n) => ({ id, name: "write", args: { n } }));
    const { stopReason, error, messages } = await runToolLoop(
      {
        model: new WrittenModel([{ calls }, { text: "Written." }]),
        tools: [write],
        activity: new ActivityStream(new FaultyJournal(fault, ["tool_call_start", 1])),
        logger: new KeptLog(),
      },
      [{ role: "user", content: "go" }],
    );
    expect({ stopReason, code: error?.code }).toEqual({ stopReason: "error", code: "journal_failed" });
    expect(ran).toEqual([]);
    expect(messages.find((message) => message.role === "tool" && message.tool_call_id === "c1")?.content).toBe(
      "Error [outcome_unknown]: The call could not be recorded, so it was not run.",
    );
  },
);
