import { join } from "node:path";
import { expect, it } from "vitest";
import { declaredIn, entriesOf } from "../../scripts/declared-names.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * The most names that the public entries of a package may export together: each is one that a reader may have to learn.
 */
const MOST_NAMES: Readonly<Record<string, number>> = {
  // 25 of them are those of tests, of which eleven were a part of models before, three those of agents, and one is what
  // the document 002 calls a tool that a contract is bound to.
  "runtime/core": 274,
  "runtime/workspace": 120,
  // One of them is for hosts that take up runs: it takes back what calls inside calls had asked. One is what `decide`
  // of a store takes, and three are types of what functions take.
  "agent/store": 95,
  // One of them joins the pages of a thread.
  "agent/view": 51,
};

it.each(Object.entries(MOST_NAMES))("all public entries of %s together export at most %i names", (folder, most) => {
  const names = namesOf(folder);

  expect(names.length).toBeGreaterThan(most / 2);
  expect(names.length).toBeLessThanOrEqual(most);
});

it("counts a name once where two entries export the same thing, and twice where they export two", () => {
  const names = namesOf("runtime/core");

  expect(names.filter((name) => name === "Policy")).toHaveLength(1);
  expect(names.filter((name) => name === "ActivityStream")).toHaveLength(2);
});

it.each([
  { folder: "runtime/core", ending: "/types", name: "Usage" },
  { folder: "runtime/workspace", ending: "/ports", name: "FilesPort" },
])("$folder$ending ends: it passes on only what stands elsewhere too", ({ folder, ending, name }) => {
  const entries = entriesOf(join(ROOT, folder));
  const namesIn = (ends: boolean) =>
    entries.filter((entry) => entry.name.endsWith(ending) === ends).flatMap(({ file }) => [...declaredIn(file).keys()]);

  const [passedOn, elsewhere] = [namesIn(true), new Set(namesIn(false))];

  expect(passedOn).toContain(name);
  expect(passedOn.filter((one) => !elsewhere.has(one))).toEqual([]);
});

function namesOf(folder: string): string[] {
  const declared = entriesOf(join(ROOT, folder)).flatMap(({ file }) => [...declaredIn(file)]);
  const different = new Map(declared.map(([name, { text }]) => [`${name} ${text}`, name]));
  return [...different.values()];
}
