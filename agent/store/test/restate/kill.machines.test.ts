import { describe, expect, it, onTestFinished } from "vitest";
import { kill } from "../../../../checks/kill/kill.ts";
import { openPlace } from "../../../../checks/kill/place.ts";
import { NO_RESTATE, restateProgram } from "./support/restate-server.ts";

const isThere = restateProgram() !== undefined;
if (!isThere) console.log(NO_RESTATE);

describe.skipIf(!isThere)("workers that are killed with signal 9, and the engine under them", () => {
  it.each([
    ["worker", 8],
    ["writes", 12],
    ["engine", 3],
    ["call", 4],
  ] as const)("lose nothing, double nothing, and every turn ends: %s", async (at, kills) => {
    const place = await openPlace("restate");
    onTestFinished(() => place.end());
    const verdict = await kill({ place, at, kills, seed: Date.now() });
    expect(verdict).toMatchObject({ lost: 0, doubled: 0, toldWrongly: 0, faults: [] });
    expect(verdict.kills).toBeGreaterThanOrEqual(kills - 2);
  });
});
