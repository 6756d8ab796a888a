import { describe, expect, it } from "vitest";
import type { JournalEvent } from "../../src/index.ts";
import { MemoryJournal } from "../../src/index.ts";
import { wait } from "../support.ts";
import { FAULTS, type Fault, FaultyJournal, type Place } from "./faulty-journal.ts";
import { type Told, toldBy, type Way, wronglyTold } from "./told-by.ts";
import { WatchedJournal } from "./watched-journal.ts";

/** The events of a run, each as a place where a journal fails. */
const PLACES: readonly Place[] = [
  ["run_start", 1],
  ["step_start", 1],
  ["assistant_message", 1],
  ["tool_call_start", 1],
  ["tool_call_start", 2],
  ["tool_call_end", 1],
  ["tool_call_end", 2],
  ["tool_call_end", 4],
  ["step_end", 1],
  ["step_start", 2],
  ["assistant_message", 2],
  ["step_end", 2],
  ["done", 1],
];

interface Cell {
  readonly at: Place;
  readonly fault: Fault;
  readonly keepsOrder: boolean;
}

const GRID: readonly Cell[] = PLACES.flatMap((at) =>
  FAULTS.flatMap((fault) => [true, false].map((keepsOrder) => ({ at, fault, keepsOrder }))),
);

const WAYS: readonly Way[] = ["runToolLoop", "streamToolLoop", "resumeToolLoop", "a prompt", "exec", "execAll"];

/** A run whose process died while its first call ran. */
async function begun(): Promise<readonly JournalEvent[]> {
  const journal = Object.assign(new MemoryJournal(), { stored: [], hasFailed: false });
  await toldBy("runToolLoop", journal);
  const { events } = journal;
  return events.slice(0, events.findIndex(({ type }) => type === "tool_call_start") + 1);
}

describe.each(WAYS)("%s tells of no success that its journal does not hold", (way) => {
  it("where each event fails in each way", async () => {
    const earlier = way === "resumeToolLoop" ? await begun() : [];
    const wrong = await Promise.all(GRID.map((cell) => wrongIn(way, cell, earlier)));
    expect(wrong.flat()).toEqual([]);
  });
});

it.each(WAYS.filter((way) => way !== "resumeToolLoop"))(
  "%s tells of no success where the journal in memory is full, at any size",
  async (way) => {
    const told: Told[] = [];
    for (let maxBytes = 500; maxBytes <= 12_000; maxBytes += 250) {
      told.push(await toldBy(way, new WatchedJournal(new MemoryJournal({ maxBytes }))));
    }
    expect(told.flatMap((each, n) => wronglyTold(each).map((wrong) => `${n}: ${wrong}`))).toEqual([]);
    expect(new Set(told.map(({ hasFailed }) => hasFailed))).toEqual(new Set([true, false]));
  },
);

async function wrongIn(way: Way, { at, fault, keepsOrder }: Cell, earlier: readonly JournalEvent[]): Promise<string[]> {
  const journal = new FaultyJournal(fault, at, { keepsOrder, earlier });
  const stop = new AbortController();
  const isHanging = fault === "hangs";
  if (isHanging) journal.onFailure = () => void setTimeout(() => stop.abort(), 5);
  const told = await Promise.race([toldBy(way, journal, stop.signal), wait(10_000)]);
  const wrong = told === undefined ? ["never ended"] : wronglyTold(told, { mayStop: isHanging });
  const place = `${at.join(" ")} ${fault}${keepsOrder ? ", in order" : ""}`;
  return wrong.map((each) => `${place}: ${each}`);
}
