import { it } from "vitest";
import { kill } from "../../../../checks/kill/kill.ts";
import { openPlace } from "../../../../checks/kill/place.ts";

// One call rests for most of its time.
it.concurrent.for(["worker", "writes", "call"] as const)(
  "loses nothing and doubles nothing when its processes are killed with signal 9: %s",
  async (at, { expect, onTestFinished }) => {
    const place = await openPlace("local");
    onTestFinished(() => place.end());
    const verdict = await kill({ place, at, kills: 4, seed: Date.now() });
    expect(verdict).toMatchObject({ lost: 0, doubled: 0, toldWrongly: 0, faults: [] });
    expect(verdict.kills).toBeGreaterThanOrEqual(4);
  },
);
