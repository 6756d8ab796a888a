import { checkArgument, checkOptions } from "../../options/check-options.ts";
import type { OptionRule } from "../../options/option-rules.ts";
import { replaceClocks } from "./replace-clocks.ts";
import { TimeLine } from "./time-line.ts";

/** A clock that a test moves. */
export interface FakeClock {
  /** The time that it shows: for the `now` of a run. */
  now(): Date;
  /** Settles when something waits that only `advance` can end. A run begins in steps: wait for it before you move. */
  waiting(): Promise<void>;
  /** Moves the time, and lets everything whose moment comes on the way run, the earliest first. */
  advance(ms: number): Promise<void>;
  /** Puts the clocks of the host back. What still waits is dropped. */
  restore(): void;
}

/** Options of {@link fakeClock}. */
export interface FakeClockOptions {
  /** What it shows first. Default: the time of the system. */
  readonly start?: Date;
}

/**
 * Stops the clocks of the process, those of tools among them (`setTimeout`, `setInterval`, `Date`, `performance.now`,
 * `process.hrtime`), until `restore`: deadlines of calls, times in which questions are answered, and waits then end
 * where a test says so. Waits below 100 ms pass by themselves. Throws an `Error` where another one is in place.
 */
export function fakeClock(options: FakeClockOptions = {}): FakeClock {
  checkOptions<FakeClockOptions>(options, { of: "fakeClock", rules: { start: A_DATE } });
  const { setTimeout, clearTimeout } = globalThis;
  const startMs = options.start?.getTime() ?? Date.now();
  const line = new TimeLine({
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => Reflect.apply(clearTimeout, undefined, [timer]),
  });
  const putBack = replaceClocks(line, startMs);
  const now = () => new Date(startMs + line.nowMs);
  /** All that can go on does, before the time moves. */
  const turn = () => new Promise<void>((resolve) => void setTimeout(resolve, 0));
  return {
    now,
    waiting: () => line.whenWaiting(),
    async advance(ms) {
      checkArgument(ms, { of: "The time of advance", rule: WHOLE_MS });
      const endMs = line.nowMs + ms;
      await turn();
      for (let next = line.nextBy(endMs); next !== undefined; next = line.nextBy(endMs)) {
        line.moveTo(next);
        await turn();
      }
      line.moveTo(endMs);
    },
    restore() {
      line.end();
      putBack();
    },
  };
}

const A_DATE: OptionRule = {
  form: 'a Date, such as new Date("2026-01-01T00:00:00Z")',
  fits: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};

const WHOLE_MS: OptionRule = {
  form: "a whole number of milliseconds from 0",
  fits: (value) => typeof value === "number" && Number.isInteger(value) && value >= 0,
};
