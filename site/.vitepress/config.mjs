// The site: pages that `site.mjs` has written into `pages/`, a side bar in the order of the page of pages, a search that
// runs in the browser.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sectionsOf, titleOf } from "../../scripts/pages/llms-text.ts";
import { termOf } from "./term-of.mjs";

const folder = join(import.meta.dirname, "../pages");
const pages = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
/** Pages that no question leads to: what the project keeps of itself. */
const UNSEARCHED = new Set(
  ["seeds", "incidents", "contributing", "probes", "benchmarks", "checks", "changelog", "pages"].map(
    (name) => `${name}.md`,
  ),
);
const pathOf = (name) => `/${name.replace(/\.md$/, "")}`;

export default {
  title: "Toolwright",
  description: "Runs the tools that a language model calls: validated, authorised, masked, bounded and recorded.",
  srcDir: "pages",
  cleanUrls: true,
  lastUpdated: false,
  markdown: {
    anchor: { slugify: githubSlug },
  },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        _render: (text, env, markdown) => (UNSEARCHED.has(env.relativePath) ? "" : markdown.render(text, env)),
        miniSearch: {
          options: { processTerm: termOf },
          searchOptions: { boost: { title: 6, titles: 2, text: 1 }, fuzzy: false, prefix: true },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: "Getting started", link: "/getting-started" },
      { text: "Cookbook", link: "/cookbook" },
      { text: "All pages", link: "/pages" },
    ],
    sidebar: sectionsOf(pages).map(({ title, names }) => ({
      text: title,
      collapsed: title === "Project",
      items: names.map((name) => ({
        text: titleOf(pages.find((page) => page.name === name)?.text ?? ""),
        link: pathOf(name),
      })),
    })),
  },
};

/** The anchor that GitHub gives a heading: links of the pages are written for it. */
function githubSlug(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, "")
    .replaceAll(" ", "-");
}
