import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keptElsewhere } from "./elsewhere.ts";
import { judgeIncidents, WAYS } from "./judge-incidents.ts";
import { SCENES } from "./scenes.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/incidents.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| ["));
const incidents = await judgeIncidents();

const cellsOf = (row = "") => row.slice(2, -2).split(" | ").slice(-5);

describe("the page of incidents", () => {
  it("has one row for each", () => {
    const links = [...incidents, ...SCENES].map(({ link }) => link);
    expect(incidents.length).toBeGreaterThanOrEqual(100);
    expect(new Set(links).size).toBe(links.length);
    expect(rows.map((row) => /\]\((\S+)\)/.exec(row)?.[1])).toEqual(links);
  });

  it("says of every incident what the rules say, that nothing was lost, and what rules of others say", () => {
    const elsewhere = keptElsewhere();
    for (const [index, { link, outcomes }] of incidents.entries()) {
      const ran = expect.stringMatching(/^(undone|harmless|not tried)$/);
      const told = WAYS.map((way) => (outcomes[way] === "open" ? ran : outcomes[way]));
      expect([link, ...cellsOf(rows[index])]).toEqual([link, ...told, elsewhere.default[link]]);
    }
  });

  it.each(SCENES.map((scene, index) => ({ ...scene, row: rows[incidents.length + index] })))(
    "says what comes of it: $tried",
    async ({ play, row }) => {
      const [asked, agreed] = [await play(false), await play(true)];
      expect([asked, agreed]).not.toContain("open");
      expect(cellsOf(row)).toEqual([asked, asked, asked, agreed, "–"]);
    },
    // The command is started twice for one of them.
    300_000,
  );

  it("has no incident that runs unasked where nothing holds it and nobody accepted edits", () => {
    expect(incidents.filter(({ outcomes }) => outcomes.default === "open")).toEqual([]);
  });
});
