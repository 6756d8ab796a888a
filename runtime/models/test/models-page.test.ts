import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withTable } from "../../../scripts/generate-models-table.ts";

it("docs/models.md lists the fixtures as they are; run scripts/generate-models-table.ts when it does not", () => {
  const page = readFileSync(new URL("../../../docs/models.md", import.meta.url), "utf8");
  expect(page).toBe(withTable(page));
});
