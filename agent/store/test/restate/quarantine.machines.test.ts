import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, inject, it, onTestFinished } from "vitest";
import {
  poisonIsQuarantined,
  restartsQuarantineNothing,
  type Under,
} from "../../../server/test/support/poison-servers.ts";
import { placeIn } from "../postgres/support/postgres-place.ts";
import { freshApplication } from "./support/fresh-application.ts";

const postgres = inject("postgres");
const restate = inject("restate");

const UNDER = [
  { on: "PostgreSQL", isMissing: postgres === "", database: true, engine: false },
  { on: "SQLite and Restate", isMissing: restate === undefined, database: false, engine: true },
  { on: "PostgreSQL and Restate", isMissing: postgres === "" || restate === undefined, database: true, engine: true },
] as const;

/** A store of its own, and an application of its own on the engine. */
async function under({ database, engine }: (typeof UNDER)[number]): Promise<Under> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-quarantine-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    place: database ? placeIn(postgres) : join(folder, "store.db"),
    engine: engine ? JSON.stringify(await freshApplication()) : "",
  };
}

describe.each(UNDER)("on $on", (on) => {
  it.skipIf(on.isMissing)(
    "calls that end their servers are begun three times, and then wait for a person",
    async () => {
      await poisonIsQuarantined(await under(on), ["read", "put", "delegate", "model"]);
    },
  );

  it.skipIf(on.isMissing)(
    "a rolling restart of three servers, ten times, quarantines nothing",
    { timeout: 240_000 },
    async () => {
      await restartsQuarantineNothing(await under(on));
    },
  );
});
