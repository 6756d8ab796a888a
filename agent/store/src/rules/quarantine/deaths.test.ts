import type { JournalEvent } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallsUnderWay } from "./calls-under-way.ts";
import {
  eventsAfter,
  isQuarantined,
  MOST_ATTEMPTS,
  mayBeTakenUp,
  type OpenRun,
  PAUSES_MS,
  withDeath,
} from "./deaths.ts";

/** What may become of a run between two looks at it. */
type Act = "begin" | "settle" | "ask" | "ask ahead" | "die" | "leave" | Inside;

/** A call inside a call ends: for good, in a later attempt of a tool that does not replay, or nobody knows how. */
type Inside = "inside" | "inside again" | "inside unknown";

/** A run with its journal and its lease, and how often it has died within a call that none has settled since. */
class PlayedRun {
  run: OpenRun = { runId: "r", lastSeq: 0, deaths: [], isStopRequested: false };
  count = 0;
  readonly #events: JournalEvent[] = [];
  #open: string | undefined;
  #afterSeq = 0;

  play(act: Act): void {
    if (act === "die") this.#die();
    if (act === "die" || act === "leave") this.#takeUp();
    else if (act === "begin") this.#begin();
    else if (act === "ask ahead") this.#askAhead();
    else if (this.#open !== undefined) this.#goOn(act, this.#open);
  }

  #begin(): void {
    if (this.#open !== undefined) return;
    this.#open = `c${this.#events.length}`;
    this.#add({ type: "tool_call_start", data: { toolCallId: this.#open } });
  }

  /** Of a call whose turn has not come: it is no call under way, also where it was allowed. */
  #askAhead(): void {
    const toolCallId = `later${this.#events.length}`;
    this.#add({ type: "approval_request", data: { toolCallId } });
    this.#add({ type: "approval_decision", data: { toolCallId, approve: true } });
  }

  #goOn(act: Act, toolCallId: string): void {
    if (act === "inside" || act === "inside again" || act === "inside unknown") this.#endInside(act, toolCallId);
    if (act === "ask") this.#add({ type: "approval_request", data: { toolCallId } });
    if (act === "ask") this.#add({ type: "approval_decision", data: { toolCallId, approve: true } });
    if (act === "ask") this.#add({ type: "tool_call_running", data: { toolCallId } });
    if (act !== "settle") return;
    this.#add({ type: "tool_call_end", data: { toolCallId } });
    this.#open = undefined;
    this.count = 0;
  }

  #endInside(act: Inside, outer: string): void {
    const toolCallId = act === "inside again" ? `${outer}~2/0` : `${outer}/0`;
    const result = act === "inside unknown" ? { error: { code: "outcome_unknown" } } : {};
    const inner = { parentId: outer, data: { toolCallId, result } };
    this.#add({ type: "tool_call_start", ...inner });
    this.#add({ type: "tool_call_end", ...inner });
    if (act === "inside") this.count = 0;
  }

  #die(): void {
    const calls = new CallsUnderWay("r");
    const hold = { token: "t", afterSeq: this.#afterSeq };
    this.run = { ...this.run, lastSeq: this.#events.length };
    for (const event of this.#events) if (event.seq > eventsAfter(this.run, hold)) calls.add(event);
    this.run = withDeath(this.run, hold, calls, 0);
    if (this.#open !== undefined) this.count += 1;
  }

  #takeUp(): void {
    this.#afterSeq = this.#events.length;
    const about = { parentId: this.#open, data: { code: "call_retried", message: "" } };
    if (this.#open !== undefined) this.#add({ type: "warning", ...about });
  }

  #add(event: object): void {
    this.#events.push({ id: "e", seq: this.#events.length + 1, time: 0, runId: "r", ...event } as never);
  }
}

const anAct = fc.constantFrom<Act>(
  "begin",
  "settle",
  "ask",
  "ask ahead",
  "die",
  "die",
  "leave",
  "inside",
  "inside again",
  "inside unknown",
);

describe("a run that ends processes", () => {
  it("is quarantined when three have ended within its calls and none of them has settled since", () => {
    fc.assert(
      fc.property(fc.array(anAct, { maxLength: 25 }), (acts) => {
        const played = new PlayedRun();
        // What has settled since the last death is known when the next one comes.
        for (const act of ["begin", ...acts, "die"] as const) played.play(act);
        expect(played.run.deaths).toHaveLength(played.count);
        expect(isQuarantined(played.run.deaths)).toBe(played.count >= MOST_ATTEMPTS);
      }),
      { numRuns: 300 },
    );
  });

  it("rests after each of them, for longer after the second, and no longer when the clock goes back", () => {
    const deathsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ token: "t", at: 1_000, seq: n }));
    const [first = 0, second = 0] = PAUSES_MS;
    expect(second).toBeGreaterThan(first);
    for (const [count, pause] of [
      [1, first],
      [2, second],
    ] as const) {
      const run = { deaths: deathsOf(count), isStopRequested: false };
      expect(mayBeTakenUp(run, 999 + pause)).toBe(pause === 0);
      expect(mayBeTakenUp(run, 1_000 + pause)).toBe(true);
      expect(mayBeTakenUp(run, -1_000_000)).toBe(true);
      expect(mayBeTakenUp({ ...run, isStopRequested: true }, 1_000)).toBe(true);
    }
    expect(mayBeTakenUp({ deaths: deathsOf(3), isStopRequested: false }, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});
