import { rmSync } from "node:fs";
import { join } from "node:path";
import type { StoreLimits } from "../../src/index.ts";
import { openStore } from "../../src/sqlite/open-store.ts";
import { quickFolder } from "../quick-folder.ts";
import type { StoreUnderTest } from "./under-test.ts";

/** A place is the path of a file. */
export function open(file: string, limits: Partial<StoreLimits> = {}) {
  return openStore({ file, limits, pollMs: 10, busyTimeoutMs: 20_000 });
}

export const sqlite: StoreUnderTest = {
  name: "SQLite",
  module: new URL(import.meta.url),
  makePlace() {
    const folder = quickFolder("toolwright-contract-");
    return { address: join(folder, "store.db"), remove: () => rmSync(folder, { recursive: true, force: true }) };
  },
};
