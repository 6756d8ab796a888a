import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "./contract/index.ts";

storeContract({
  name: "SQLite",
  module: new URL("./contract/sqlite.ts", import.meta.url),
  makePlace() {
    const folder = mkdtempSync(join(tmpdir(), "toolwright-contract-"));
    return { address: join(folder, "store.db"), remove: () => rmSync(folder, { recursive: true, force: true }) };
  },
});
