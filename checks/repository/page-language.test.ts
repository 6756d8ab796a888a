import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "VERSIONING.md",
  "SECURITY.md",
  "checks/README.md",
  // Incidents quote the words of those who reported them.
  ...readdirSync("docs").flatMap((name) => (name.endsWith(".md") && name !== "incidents.md" ? [`docs/${name}`] : [])),
];

it("finds sentences that name no thing, and takes questions and quotations for none", () => {
  const bad = [
    "What is denied is refused.",
    "It ends. Whoever asks has it.",
    "- **What a page gets** is text.",
    "| What it does |",
    "It ends; what is left stays.",
  ];
  const good = [
    "What is in a.md?",
    "“What comes of it follows.”",
    "It says what it is.",
    "## What is promised",
    '"a" > What plan?',
  ];
  expect(bad.map((text) => namelessIn(text).length)).toEqual([1, 1, 1, 1, 1]);
  expect(good.flatMap(namelessIn)).toEqual([]);
});

it.each(pages)("every sentence of %s has a noun for its subject", (page) => {
  expect(namelessIn(readFileSync(page, "utf8"))).toEqual([]);
});

it("every guide begins with what its reader wants to do", () => {
  const silent = pages.filter((page) => page.startsWith("docs/") && page !== "docs/README.md" && !isForReader(page));
  expect(silent).toEqual([]);
});

/** The first paragraph speaks to the reader. */
function isForReader(page: string): boolean {
  const [, first = ""] = readFileSync(page, "utf8").split(/\n\n/);
  return /\byour?\b/i.test(first);
}

/** Sentences, outside of code, quotations and headings, that begin with "what" or "who" and are no question. */
function namelessIn(text: string): string[] {
  const prose = text
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .replaceAll(/^#+ .*$/gm, "")
    .replaceAll(/["“`][^"”`\n]*["”`]/g, "…");
  const sentence =
    /(?:^|[.:!?] |\| |- |; )(?:\*\*)?((?:What|Who|Whoever|(?<=; )(?:what|who|whoever)) (?:[^.?!|]|[.?!](?=[^\s*]))*[.?!|:]?)/gm;
  return [...prose.matchAll(sentence)].map(([, found = ""]) => found).filter((found) => !found.endsWith("?"));
}
