import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../agent/store/test/postgres/support/postgres-server.ts";
import { freePort, startRestate } from "../../agent/store/test/restate/support/restate-server.ts";
import type { Reached } from "./scene.ts";

/** How a worker in one slot reaches what is under it, and what starts it there. */
export interface Slot extends Reached {
  readonly wrap?: (command: readonly string[]) => readonly string[];
}

/** What is under the workers, and can be struck. */
export interface Place extends Reached {
  slot(number: number): Slot;
  /** Kills the database with signal 9, and starts it over what its disk holds. */
  readonly database?: () => Promise<void>;
  /** The same with the engine. */
  readonly engineServer?: () => Promise<void>;
  /** Cuts the host of a slot off the network, for so many milliseconds. */
  readonly partition?: (slot: number, ms: number) => Promise<void>;
  end(): Promise<void>;
}

export const STORES = ["sqlite", "postgres", "local", "restate", "postgres+restate"] as const;
export type StoreName = (typeof STORES)[number];

/** Everything on this machine: `local` and `restate` carry turns over SQLite. */
export async function openPlace(name: StoreName): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-kill-"));
  const ends = [async () => rmSync(folder, { recursive: true, force: true })];
  const postgres = name.startsWith("postgres") ? await startPostgres() : undefined;
  if (postgres !== undefined) ends.push(postgres.end);
  const restate = name.endsWith("restate") ? await startRestate() : undefined;
  if (restate !== undefined) ends.push(restate.end);
  const local = name === "local" ? join(folder, "turns.db") : "";
  const reached = {
    store: postgres?.url ?? join(folder, "store.db"),
    engine: restate?.address(await freePort()) ?? local,
  };
  return {
    ...reached,
    slot: () => reached,
    ...(postgres && { database: () => again(postgres) }),
    ...(restate && { engineServer: () => again(restate) }),
    end: async () => {
      for (const end of ends.toReversed()) await end();
    },
  };
}

export async function again(server: { readonly kill: () => Promise<void>; readonly start: () => Promise<void> }) {
  await server.kill();
  await server.start();
}
