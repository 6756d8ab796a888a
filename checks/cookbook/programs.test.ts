import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { programsIn, shortcutsIn } from "./programs.ts";

const page = readFileSync("docs/cookbook.md", "utf8");

it("every section of the cookbook but its first has one program that is run", () => {
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(/\W+/g, "-"),
  );
  expect(programsIn(page).map(({ file }) => file.replace(/\.tsx?$/, ""))).toEqual(headings);
  expect(headings).toHaveLength(9);
});

it("no program of the cookbook overrules the compiler", () => {
  expect(programsIn(page).flatMap(({ code }) => shortcutsIn(code))).toEqual([]);
});

it.each([
  ["const a = b as string;", ["as string"]],
  ["let a: any;", ["any"]],
  ["a!.b", ["a!"]],
  ["// @ts-ignore", ["@ts-ignore"]],
  ['const a = ["as string"] as const;', []],
  ['import { rawArguments as raw } from "x";', []],
])("finds the shortcuts of %s", (code, found) => {
  expect(shortcutsIn(code)).toEqual(found);
});
