import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../../../checks/frameworks/", import.meta.url);

it("README.md says of five loops what comes of the probes in each", async () => {
  const { besideTable }: { besideTable(): Promise<string> } = await import(new URL("beside-table.ts", folder).pathname);
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, printed] = /<!-- npm run beside -->\n((?:\|.*\n)+)/.exec(readme) ?? [];
  expect(printed).toBe(`${await besideTable()}\n`);
});
