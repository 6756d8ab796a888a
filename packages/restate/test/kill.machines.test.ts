import { describe, expect, it, onTestFinished } from "vitest";
import { killWorkers } from "../../../scripts/kill/kill.ts";
import { freePort, NO_RESTATE, restateProgram, startRestate } from "./support/restate-server.ts";

const isThere = restateProgram() !== undefined;
if (!isThere) console.log(NO_RESTATE);

describe.skipIf(!isThere)("workers that are killed with signal 9, and the engine with them", () => {
  it("lose nothing, double nothing, and every turn ends", { timeout: 180_000 }, async () => {
    const server = await startRestate();
    onTestFinished(() => server.end());
    const restart = async () => {
      await server.kill();
      await server.start();
    };
    const engine = server.address(await freePort());
    const verdict = await killWorkers({ kills: 8, seed: Date.now(), engine, restart, restartEvery: 4 });
    expect(verdict).toMatchObject({ lost: 0, doubled: 0, faults: [] });
    expect(verdict.kills).toBeGreaterThanOrEqual(8);
    expect(verdict.restarts).toBeGreaterThanOrEqual(1);
  });
});
