import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { FEATURES } from "./features.ts";
import { PROVIDERS } from "./providers.ts";

const page = readFileSync(new URL("../../../../docs/models.md", import.meta.url), "utf8");
const [table = ""] = page.split("<!-- features: end -->");
const [head, , ...rows] = (table.split("<!-- features: ").at(-1) ?? "")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** What the page says of a provider and a feature. */
function cellOf(provider: string, feature: string): string | undefined {
  return rows.find(([name]) => name === provider)?.[head?.indexOf(feature) ?? -1];
}

const cells = PROVIDERS.flatMap((provider) =>
  Object.entries(FEATURES).map(([feature, check]) => ({ provider, feature, check })),
);

describe("what docs/models.md says that a provider does", () => {
  const ran = new Set<string>();

  it("is of every provider and feature that there is, and of no other", () => {
    expect(head?.slice(1)).toEqual(Object.keys(FEATURES));
    expect(rows.map(([name]) => name)).toEqual(PROVIDERS.map(({ name }) => name));
    expect(rows.flatMap((row) => row.slice(1)).filter((cell) => cell !== "yes" && cell !== "–")).toEqual([]);
  });

  it.each(cells.map((cell) => [cell.provider.name, cell.feature, cell] as const))(
    "%s: %s",
    async (name, feature, cell) => {
      const does = await cell.check(cell.provider);
      ran.add(`${name}: ${feature}`);
      expect(does ? "yes" : "–").toBe(cellOf(name, feature));
    },
  );

  afterAll(() => {
    // A run of a few of them, as with `-t`, says nothing of the others.
    if (ran.size > 1) expect([...ran]).toHaveLength(cells.length);
  });
});
