import { expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { ActivityStream, type Journal, type JournalEvent, runToolLoop } from "../index.ts";

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

/** A run of two steps with calls; of each call that ran, whether its start was stored by then. */
async function play(journal: GatheringJournal) {
  const startsKnown: boolean[] = [];
  const look = toolOf(
    "look",
    (_, { toolCallId }) => {
      startsKnown.push(journal.stored.some(({ type, id }) => type === "tool_call_start" && id === toolCallId));
      return "seen";
    },
    { effects: "read" },
  );
  const config = { model: new WrittenModel(answers), tools: [look], activity: new ActivityStream(journal) };
  const result = await runToolLoop({ ...config, logger: new KeptLog() }, [{ role: "user", content: "go" }]);
  return { result, startsKnown };
}

it("a run waits for a journal that keeps the order before its calls run and when a step ends, and no call runs before its start is stored", async () => {
  // What is loaded with the first call takes turns of its own.
  await play(new GatheringJournal());
  const journal = new GatheringJournal();
  const { result, startsKnown } = await play(journal);
  expect(result.stopReason).toBe("stop");
  expect(startsKnown).toEqual(Array.from({ length: 9 }, () => true));
  // The beginning, two for each of two steps with calls, one for that without, and the end.
  expect(journal.commits).toBe(7);
  expect(journal.stored.map(({ seq }) => seq)).toEqual(journal.stored.map(({ seq }) => seq).toSorted((a, b) => a - b));
});

it("a call whose start could not be stored does not run, and neither does anything after it", async () => {
  for (const failsFrom of [1, 2, 3]) {
    const { result, startsKnown } = await play(new GatheringJournal(failsFrom));
    expect(result).toMatchObject({ stopReason: "error", error: { code: "journal_failed" } });
    expect(startsKnown).toEqual(Array.from({ length: failsFrom === 3 ? 8 : 0 }, () => true));
  }
});
