import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { packageFolders, sourcesOf } from "./source-files.ts";

/**
 * What a comment must not lean on: pages that are not in the repository, and the documents that this system began with.
 */
const CITATIONS: readonly RegExp[] = [
  /\b(?:system|decisions|contracts|workspace-tools|stack|notes(?:-\d+)?)\.md\b/,
  /§/,
  /\bseed 00\d\b/i,
  /(?<![\d,._])\b00[0-4](?:'s|(?= [a-z]))/,
];

function citations(text: string): readonly string[] {
  return text.split("\n").filter((line) => CITATIONS.some((citation) => citation.test(line)));
}

it("finds what it looks for", () => {
  const cited = ['(system.md, "Decode")', "workspace-tools.md §1.1", "seed 001", "004's shape", "as 000 shows it"];
  expect(cited.map((line) => citations(`// ${line}`).length)).toEqual([1, 1, 1, 1, 1]);
  expect(citations("/** Milliseconds. Default 60,000. */\nread README.md")).toEqual([]);
});

it("no source cites a page or a document that is not in the repository: it says the thing itself", () => {
  const files = packageFolders().flatMap((folder) => sourcesOf(`${folder}/src`));
  expect(files.length).toBeGreaterThan(300);
  const cited = files.flatMap((file) => citations(readFileSync(file, "utf8")).map((line) => `${file}: ${line.trim()}`));
  expect(cited).toEqual([]);
});

const COLUMNS = 120;

function tooWide(text: string): readonly string[] {
  return text.split("\n").filter((line) => /^\s*(?:\/\/|\/\*|\*)/.test(line) && [...line].length > COLUMNS);
}

it("no comment is wider than a line of code may be", () => {
  expect(["//", "/**", "  *", ""].map((sign) => tooWide(`${sign} ${"x".repeat(COLUMNS)}`).length)).toEqual([
    1, 1, 1, 0,
  ]);
  const files = globSync("{runtime,agent,checks,scripts,examples}/**/*.{ts,tsx,mjs}", {
    exclude: (name) => /^(?:node_modules|dist|document|page)$/.test(name),
  });
  expect(files.length).toBeGreaterThan(2_000);
  const wide = files.flatMap((file) => tooWide(readFileSync(file, "utf8")).map((line) => `${file}: ${line.trim()}`));
  expect(wide).toEqual([]);
});
