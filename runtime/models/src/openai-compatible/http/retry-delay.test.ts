import { describe, expect, it } from "vitest";
import { backoff, readRetryAfter } from "./retry-delay.ts";

describe("readRetryAfter", () => {
  it("reads seconds, milliseconds and dates", () => {
    expect(readRetryAfter(new Headers({ "retry-after": "7" }))).toBe(7_000);
    expect(readRetryAfter(new Headers({ "retry-after": "7", "retry-after-ms": "250" }))).toBe(250);
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const wait = readRetryAfter(new Headers({ "retry-after": inAnHour })) ?? 0;
    expect(Math.abs(wait - 3_600_000)).toBeLessThan(60_000);
  });

  it("reads nothing from nothing or nonsense", () => {
    expect(readRetryAfter(new Headers())).toBeUndefined();
    expect(readRetryAfter(new Headers({ "retry-after": "soon" }))).toBeUndefined();
    expect(readRetryAfter(new Headers({ "retry-after": "-1 apples" }))).toBeUndefined();
  });
});

describe("backoff", () => {
  it("doubles with every attempt, up to eight seconds", () => {
    for (const [attempt, most] of [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000].entries()) {
      const wait = backoff(attempt, 500);
      expect(wait).toBeLessThanOrEqual(most);
      expect(wait).toBeGreaterThanOrEqual(most * 0.75);
    }
  });
});
