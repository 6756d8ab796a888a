// The pages of the repository as a folder of their own: for the site, and for a tarball. Links between them stay links,
// pictures come along where they are wanted, and a link to a file that stays behind leads to the repository, or is its
// words alone while that has no address.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { llmsText } from "./llms-text.ts";

/** Pages outside of docs/, by the name that each has beside those. */
const BESIDE: Readonly<Record<string, string>> = {
  "docs/README.md": "pages.md",
  "docs/demo/README.md": "demo.md",
  "README.md": "index.md",
  "CONTRIBUTING.md": "contributing.md",
  "VERSIONING.md": "versions.md",
  "SECURITY.md": "reporting-a-hole.md",
  "CHANGELOG.md": "changelog.md",
  "checks/README.md": "checks.md",
  "checks/frameworks/README.md": "probes.md",
  "checks/bench/README.md": "benchmarks.md",
  "examples/hosts/README.md": "hosts.md",
  "examples/function-host/README.md": "function-host.md",
};

/** Every page: where it stands in the repository, and its name among the others. */
export function pageNames(): ReadonlyMap<string, string> {
  const docs = readdirSync("docs").filter((name) => name.endsWith(".md") && name !== "README.md");
  const inDocs = docs.map((name): [string, string] => [`docs/${name}`, name]);
  return new Map([...inDocs, ...Object.entries(BESIDE)]);
}

/** A page as it is written. */
export interface WrittenPage {
  /** Where it stands in the repository. */
  readonly source: string;
  readonly name: string;
  readonly text: string;
}

export interface WritePagesOptions {
  /** It is emptied first. */
  readonly folder: string;
  /** Whether pictures come along; else their words stand in their place. */
  readonly pictures: boolean;
  /** The address of the repository. */
  readonly url?: string | undefined;
  /** The pages to write, as `pageNames` has them: all of them by default. */
  readonly names?: ReadonlyMap<string, string>;
  /** Pages that stand elsewhere: where each stands in the repository, and what a link to it is. */
  readonly elsewhere?: ReadonlyMap<string, string>;
}

/** Writes pages and their `llms.txt` into a folder. */
export function writePages(options: WritePagesOptions): WrittenPage[] {
  const { folder, pictures, url, names = pageNames(), elsewhere = [] } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const targets = new Map([...elsewhere, ...names]);
  const pages = [...names].map(([source, name]) => ({
    source,
    name,
    text: movedText({ source, targets, pictures: pictures ? folder : undefined, url }),
  }));
  for (const { name, text } of pages) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "llms.txt"), llmsText(pages));
  return pages;
}

interface Move {
  readonly source: string;
  /** What a link leads to, by where it stands in the repository. */
  readonly targets: ReadonlyMap<string, string>;
  /** The folder that they go into. */
  readonly pictures: string | undefined;
  readonly url: string | undefined;
}

/** A page with its links as they are in the new folder; code stays as it is, but for the mark that it is run. */
function movedText(move: Move): string {
  const parts = readFileSync(move.source, "utf8").split(/(^```[\s\S]*?^```$|`[^`\n]+`)/m);
  const moved = (text: string) =>
    text
      .replaceAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, words: string, target: string) => picture(move, words, target))
      .replaceAll(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]*)\)/g, (whole: string, words: string, target: string) =>
        isOutside(target) ? whole : link(move, words, target),
      );
  return withLinksAroundCode(parts.map(withoutMark), moved);
}

function withoutMark(part: string): string {
  return part.replace(/^(```\w+\n)(?:\/\/|#) run\b[^\n]*\n/, "$1");
}

/** A character that no page has. */
const MARK = "\uE000";
const HELD = new RegExp(`${MARK}(\\d+)${MARK}`, "g");

/** Words in `code` stand inside of links: a link is moved with the code that it holds. */
function withLinksAroundCode(parts: readonly string[], moved: (text: string) => string): string {
  const held: string[] = [];
  const marked = parts.map((part, place) => {
    if (place % 2 === 0) return part;
    held.push(part);
    return `${MARK}${held.length - 1}${MARK}`;
  });
  return moved(marked.join("")).replaceAll(HELD, (_, place: string) => held[Number(place)] ?? "");
}

function isOutside(target: string): boolean {
  return /^(?:[a-z]+:|#)/.test(target);
}

function picture({ source, pictures }: Move, words: string, target: string): string {
  if (isOutside(target)) return `![${words}](${target})`;
  if (pictures === undefined) return `(${words})`;
  const from = posix.join(posix.dirname(source), target);
  const to = from.replace(/^docs\//, "");
  mkdirSync(dirname(join(pictures, to)), { recursive: true });
  cpSync(from, join(pictures, to));
  return `![${words}](./${to})`;
}

function link({ source, targets, url }: Move, words: string, target: string): string {
  const [path = "", anchor] = target.split("#");
  const at = posix.join(posix.dirname(source), path);
  const name = targets.get(at) ?? targets.get(posix.join(at, "README.md"));
  if (name !== undefined) return `[${words}](${name}${anchor === undefined ? "" : `#${anchor}`})`;
  return url === undefined || !existsSync(at) ? words : `[${words}](${url}/blob/main/${at})`;
}
