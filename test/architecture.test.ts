import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const page = readFileSync("docs/architecture.md", "utf8");
const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const packages = foldersOf("packages");

/** Of these the page says what their folders have in common, and names only some. */
const ALIKE: ReadonlySet<string> = new Set(["adapters", "durable", "postgres"]);

it("the picture of the house names every package, and every folder in it", () => {
  expect(packages.length).toBeGreaterThan(12);
  expect(packages.filter((name) => !page.includes(`| \`packages/${name}\` |`))).toEqual([]);
  const folders = packages
    .filter((name) => !ALIKE.has(name))
    .flatMap((name) => foldersOf(join("packages", name, "src")).map((folder) => ({ name, folder })));
  expect(folders.filter(({ folder }) => !page.includes(`\`${folder}/\``))).toEqual([]);
});

it("the picture of the house names no file of core that is not there", () => {
  const start = page.indexOf("| Looking for |");
  const rows = page.slice(page.indexOf("| --- |", start), page.indexOf("\n\n", start));
  const inRun = [...rows.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name = ""]) => name);
  const elsewhere = [...page.matchAll(/`([a-z-]+\/[a-z-]+\.ts)`/g)].map(([, name = ""]) => name);
  expect(inRun.length).toBeGreaterThan(15);
  expect(elsewhere.length).toBeGreaterThan(5);
  const isThere = (file: string) =>
    [...packages.map((name) => join("packages", name, "src", file)), file].some((path) => existsSync(path));
  expect(inRun.filter((name) => !isThere(join("run", name)) && !isThere(join("result", name)))).toEqual([]);
  expect(elsewhere.filter((name) => !isThere(name))).toEqual([]);
});
