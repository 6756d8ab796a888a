import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { hostContract } from "../../../../runtime/core/test/host-contract.ts";
import { quickFolder } from "../../test/quick-folder.ts";
import { createLocalHost } from "./create-local-host.ts";

const folder = quickFolder("toolwright-host-");
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "turns.db");

hostContract("one machine", async (handler) => createLocalHost({ file, ...(handler && { handler }) }));

it("keeps turns readable by their owner only, and takes no option that there is not", async () => {
  const host = createLocalHost({ file });
  await host.close();
  await host.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(() => createLocalHost({ file, ...{ path: "x" } })).toThrow('"path"');
});
