import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { killWorkers } from "../../../../scripts/kill/kill.ts";

it("loses nothing and doubles nothing when its processes are killed with signal 9", { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-turns-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const verdict = await killWorkers({ kills: 4, seed: Date.now(), engine: join(folder, "turns.db") });
  expect(verdict).toMatchObject({ lost: 0, doubled: 0, faults: [] });
  expect(verdict.kills).toBeGreaterThanOrEqual(4);
});
