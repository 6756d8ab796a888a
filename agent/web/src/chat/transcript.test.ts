import type { ThreadMessageLike } from "@assistant-ui/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIVE, NO_TRANSCRIPT, partTranscript, type Transcript } from "./transcript.ts";

const message = (number: number): ThreadMessageLike => ({ role: "user", id: `m${number}`, content: "x" });
const made = Array.from({ length: 2_000 }, (_, number) => message(number));
const whole = ({ pages, live }: Transcript) => [...pages.flat(), ...live];

describe("partTranscript", () => {
  it("keeps all messages, few of them live, while a thread grows at both ends", () => {
    const steps = fc.array(fc.tuple(fc.nat(120), fc.nat(5)), { maxLength: 20 });
    fc.assert(
      fc.property(steps, (list) => {
        let [from, to] = [1_000, 1_010];
        let parted = NO_TRANSCRIPT;
        for (const [older, newer] of list) {
          [from, to] = [Math.max(0, from - older), to + newer];
          const messages = made.slice(from, to);
          const next = partTranscript(messages, parted);
          expect(whole(next)).toEqual(messages);
          expect(next.live.length).toBeLessThanOrEqual(2 * LIVE + 120);
          // A page that was there stays the same object: it is not rendered again.
          for (const page of parted.pages) expect(next.pages).toContain(page);
          parted = next;
        }
      }),
    );
  });

  it("touches no page while the last message changes", () => {
    const before = partTranscript(made.slice(0, 500), NO_TRANSCRIPT);
    const after = partTranscript([...made.slice(0, 499), { ...message(499), content: "more" }], before);
    expect(after.pages).toBe(before.pages);
    expect(after.live).not.toBe(before.live);
    expect(before.live).toHaveLength(LIVE);
  });

  it("takes what was live for a page once there is too much of it", () => {
    const before = partTranscript(made.slice(0, 2 * LIVE), partTranscript(made.slice(0, LIVE), NO_TRANSCRIPT));
    expect([before.pages.length, before.live.length]).toEqual([0, 2 * LIVE]);
    const after = partTranscript(made.slice(0, 2 * LIVE + 1), before);
    expect([after.pages.map(({ length }) => length), after.live.length]).toEqual([[LIVE + 1], LIVE]);
  });

  it("begins anew with another thread", () => {
    const before = partTranscript(made.slice(0, 200), NO_TRANSCRIPT);
    expect(partTranscript(made.slice(1_000, 1_003), before)).toEqual({ pages: [], live: made.slice(1_000, 1_003) });
    expect(partTranscript([], before)).toEqual(NO_TRANSCRIPT);
  });
});
