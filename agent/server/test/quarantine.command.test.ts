import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it, onTestFinished } from "vitest";
import { poisonIsQuarantined } from "./support/poison-servers.ts";

it("a call that ends its server is begun three times, and then waits for a person", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-poison-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await poisonIsQuarantined({ place: join(folder, "store.db") }, ["read", "delegate", "model"]);
});
