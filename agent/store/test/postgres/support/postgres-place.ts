import { randomBytes } from "node:crypto";
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from "../../../src/postgres.ts";
import type { StoreUnderTest } from "../../contract/under-test.ts";

/** A schema of its own in a database. */
export function placeIn(url: string): string {
  return `${url}#t${randomBytes(6).toString("hex")}`;
}

/** How a store in that place is opened. */
export function optionsOf(place: string): { readonly url: string; readonly schema: string } {
  const at = place.lastIndexOf("#");
  return { url: place.slice(0, at), schema: place.slice(at + 1) };
}

/** Opens a place, also from a process that a test has started. */
export function open(place: string, limits: PostgresStoreOptions["limits"] = {}): Promise<PostgresStore> {
  return openPostgresStore({ ...optionsOf(place), limits, pollMs: 200 });
}

/** Schemas of a database, for what every store is held to. */
export function postgresAt(url: string): StoreUnderTest {
  return {
    name: "PostgreSQL",
    module: new URL(import.meta.url),
    makePlace: () => ({ address: placeIn(url), remove: () => undefined }),
  };
}
