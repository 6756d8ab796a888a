import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../../../checks/frameworks/", import.meta.url);

it("says in checks/frameworks of four code modes what a program comes to in each", { timeout: 600_000 }, async () => {
  const file = new URL("programs/program-table.ts", folder).pathname;
  const { programTable }: { programTable(): string } = await import(file);
  const readme = readFileSync(new URL("README.md", folder), "utf8");
  const [, printed] = /<!-- npm run beside -->\n((?:\|.*\n)+)/.exec(readme) ?? [];
  expect(printed).toBe(`${programTable()}\n`);
});
