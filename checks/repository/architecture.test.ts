import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { packageFolders } from "./source-files.ts";

const page = readFileSync("docs/architecture.md", "utf8");
const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const packages = packageFolders();

it("the picture of the house names every package", () => {
  expect(packages.length).toBeGreaterThan(12);
  expect(packages.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});

it.each(packages)("the page has a row for each folder of %s, and no other", (name) => {
  const [, section = ""] = page.split(`\n### \`${basename(name)}\`\n`);
  const [table = ""] = section.split(/^#/m);
  const rows = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = ""]) => cell.split(", "));
  // The page is built into its folder, and not in git.
  const folders = foldersOf(join(name, "src")).filter((folder) => folder !== "page");
  expect(rows.map((cell) => cell.replaceAll(/[`/]/g, "")).sort()).toEqual(folders.sort());
});

it("the picture of the house names no file of core that is not there", () => {
  const start = page.indexOf("| Looking for |");
  const rows = page.slice(page.indexOf("| --- |", start), page.indexOf("\n\n", start));
  const inRun = [...rows.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name = ""]) => name);
  const elsewhere = [...page.matchAll(/`([a-z-]+\/[a-z-]+\.ts)`/g)].map(([, name = ""]) => name);
  expect(inRun.length).toBeGreaterThan(15);
  expect(elsewhere.length).toBeGreaterThan(5);
  const isThere = (file: string) =>
    [...packages.map((name) => join(name, "src", file)), file].some((path) => existsSync(path));
  expect(inRun.filter((name) => !isThere(join("run", name)) && !isThere(join("result", name)))).toEqual([]);
  expect(elsewhere.filter((name) => !isThere(name))).toEqual([]);
});

it("the numbers of the house are those of its sources", () => {
  const sources = packages.flatMap((name) =>
    readdirSync(join(name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.tsx?$|test-data|(^|\/)test\//.test(file))
      .map((file) => join(name, "src", file)),
  );
  const lines = sources.map((file) => ({ file, count: readFileSync(file, "utf8").split("\n").length - 1 }));
  const sum = (of: typeof lines) => of.reduce((all, { count }) => all + count, 0);
  const isNew = ({ file }: { readonly file: string }) => NEW.some((folder) => file.startsWith(join(folder, "/")));
  const said = (row: string) => Number(page.split(`| ${row} | `)[1]?.split("|")[1]?.replaceAll(",", ""));
  const shareOff = (row: string, count: number) => Math.abs(said(row) / count - 1);
  expect(shareOff("files", sources.length)).toBeLessThan(0.05);
  expect(shareOff("lines", sum(lines))).toBeLessThan(0.05);
  const since = "lines in what 0.1 had, wherever it stands today";
  expect(shareOff(since, sum(lines.filter((one) => !isNew(one))))).toBeLessThan(0.05);
  const run = join("runtime", "core", "src", "run");
  expect(said("files in `core/src/run`")).toBe(sources.filter((file) => file.startsWith(join(run, "/"))).length);
  expect(lines.filter(({ count }) => count > 300)).toEqual([]);
});

/** What 0.1 had nothing of. */
const NEW: readonly string[] = [
  ...["agent/acp", "agent/store/src/postgres", "agent/store/src/restate", "agent/view"],
  ...["runtime/adapters", "runtime/mcp"],
];
