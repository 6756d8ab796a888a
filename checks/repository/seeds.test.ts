import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

interface Section {
  readonly name: string;
  readonly text: string;
  /** Where a path of the section is looked for, beside the root of the repository. */
  readonly folder: string;
}

const sections = readFileSync("docs/seeds.md", "utf8")
  .split(/^## /m)
  .slice(1)
  .map((text): Section => {
    const [name = "", folder = ""] = [text.split("\n")[0], /files (?:are )?under `([^`]+)`/i.exec(text)?.[1]];
    return { name, text: text.slice(text.indexOf("### Every named thing")), folder };
  });

it("the page has a section for every seed, with a table of what it names", () => {
  expect(sections.map(({ name }) => /^Seed (\d+)/.exec(name)?.[1])).toEqual(["000", "001", "002", "003", "004"]);
  expect(sections.map(({ folder }) => existsSync(folder))).toEqual(sections.map(() => true));
  expect(sections.map((section) => rowsOf(section, 4).length > 20)).toEqual(sections.map(() => true));
});

describe.each(sections)("$name", (section) => {
  it("has no empty cell", () => {
    const rows = [...rowsOf(section, 2), ...rowsOf(section, 4)];
    expect(rows.filter((cells) => cells.some((cell) => cell === ""))).toEqual([]);
  });

  it("names no file that is not there", () => {
    const cells = [...rowsOf(section, 2).map((row) => row.slice(1)), ...rowsOf(section, 4).map((row) => row.slice(2))];
    const named = cells.flat().flatMap(pathsIn);
    expect(named.filter((path) => found(path, section) === undefined)).toEqual([]);
  });

  it("names the tests, and not just their folder", () => {
    const tests = rowsOf(section, 4).map(([thing, , , cell = ""]) => ({ thing, paths: pathsIn(cell) }));
    const vague = tests.filter(
      ({ paths }) => paths.length === 0 || !paths.every((path) => isTestFile(found(path, section))),
    );
    expect(vague).toEqual([]);
  });
});

/** The rows of all tables with so many columns, without heads and rules. */
function rowsOf({ text }: Section, columns: number): readonly (readonly string[])[] {
  const lines = text.split("\n");
  return lines
    .filter(
      (line, index) => line.startsWith("|") && !/^\|[-|]+\|$/.test(line) && !/^\|[-|]+\|$/.test(lines[index + 1] ?? ""),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.length === columns);
}

function pathsIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text).filter((text) => /\/|\.ts$/.test(text));
}

function found(path: string, { folder }: Section): string | undefined {
  return [path, join(folder, path)].find((place) => existsSync(place));
}

function isTestFile(path: string | undefined): boolean {
  return /\.test(-d)?\.tsx?$/.test(path ?? "") && statSync(path ?? "").isFile();
}
