import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writePackagePages } from "../../scripts/pages/package-pages.ts";
import { pageNames, type WrittenPage, writePages } from "../../scripts/pages/written-pages.ts";

const folder = mkdtempSync(join(tmpdir(), "toolwright-pages-"));
let pages: readonly WrittenPage[] = [];
beforeAll(() => {
  pages = writePages({ folder, pictures: false });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the pages of the site lead only to each other and into the web", () => {
  expect(lostLinks(pages, new Map(pages.map((page) => [page.name, page.text])))).toEqual([]);
});

it("the pages of a tarball lead only to each other, to those of the other one and into the web", () => {
  const packages = writePackagePages({ root: join(folder, "packages") });
  for (const { folder: own, pages: written } of packages) {
    const there = packages.flatMap((other) =>
      other.pages.map(({ name, text }): [string, string] => [
        other.folder === own ? name : `../../${basename(other.folder)}/docs/${name}`,
        text,
      ]),
    );
    expect(lostLinks(written, new Map(there))).toEqual([]);
  }
});

it("every page is in one tarball, or is about the repository", () => {
  const carried = writePackagePages({ root: join(folder, "packages") }).flatMap(({ pages: written }) =>
    written.map(({ name }) => name).filter((name) => name !== "index.md" && name !== "pages.md"),
  );
  const left = [...pageNames().values()].filter((name) => !carried.includes(name));
  expect(left.sort()).toEqual([
    ...["architecture.md", "benchmarks.md", "changelog.md", "checks.md", "contributing.md", "function-host.md"],
    ...["hosts.md", "incidents.md", "index.md", "pages.md", "probes.md", "seeds.md"],
  ]);
  expect(new Set(carried).size).toBe(carried.length);
});

it("code of a page stays as it is, but for the mark that it is run", () => {
  const changed = pages.filter(
    ({ source, text }) => String(codeIn(text)) !== String(codeIn(readFileSync(source, "utf8")).map(unmarked)),
  );
  expect(changed.map(({ name }) => name)).toEqual([]);
});

it("a link to a file that stays behind leads to the repository, where that has an address", () => {
  const url = "https://example.com/toolwright";
  const own = join(folder, "with-address");
  const linked = writePages({ folder: own, pictures: false, url }).flatMap(({ text }) => linksIn(text));
  expect(linked).toContain(`${url}/blob/main/examples/deploy/alerts.yaml`);
});

it("llms.txt lists every page once but the first and the list of pages, each with a sentence", () => {
  const lines = readFileSync(join(folder, "llms.txt"), "utf8").split("\n");
  const listed = lines.flatMap((line) => /^- \[.+\]\(([\w-]+\.md)\): .{10,}[.?]$/.exec(line)?.[1] ?? []);
  const expected = [...pageNames().values()].filter((name) => name !== "index.md" && name !== "pages.md");
  expect(listed.sort()).toEqual(expected.sort());
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(expected));
});

/** Links of pages that lead nowhere, where `there` has the text behind each target. */
function lostLinks(written: readonly WrittenPage[], there: ReadonlyMap<string, string>): readonly string[] {
  return written.flatMap(({ name, text }) =>
    linksIn(text)
      .filter((target) => !/^(?:https?:|#)/.test(target) && !isThere(target, there))
      .map((target) => `${name}: ${target}`),
  );
}

function isThere(target: string, there: ReadonlyMap<string, string>): boolean {
  const [name = "", anchor] = target.split("#");
  const text = there.get(name);
  return text !== undefined && (anchor === undefined || headingsIn(text).includes(anchor));
}

function headingsIn(text: string): string[] {
  const headings = [...text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.+)$/gm)];
  const slugs = headings.map(([, heading = ""]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, "")
      .replaceAll(" ", "-"),
  );
  return slugs.map((slug, place) => {
    const earlier = slugs.slice(0, place).filter((other) => other === slug).length;
    return earlier === 0 ? slug : `${slug}-${earlier}`;
  });
}

function linksIn(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]+`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

function unmarked(code: string): string {
  const [fence = "", first = "", ...rest] = code.split("\n");
  return [fence, ...(/^(?:\/\/|#) run\b/.test(first) ? [] : [first]), ...rest].join("\n");
}

function codeIn(text: string): string[] {
  return [...text.matchAll(/^```[\s\S]*?^```$/gm)].map(([code]) => code);
}
