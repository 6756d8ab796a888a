import type { EditFailure } from "../edit-failure.ts";
import { toLineFeeds } from "../text-file.ts";
import { parseHunks, patchLineFailure } from "./parse-hunks.ts";
import { parseSections } from "./parse-sections.ts";
import type { FilePatch, Patch } from "./patch.ts";
import { searchBlocksAsHunks } from "./search-blocks.ts";

/** What a unified diff says of one file. */
interface DiffSection {
  /** The text behind `---` and `+++`. */
  readonly from: string;
  readonly to: string;
  readonly body: string[];
  /** 1-based line of `---` in the whole text. */
  readonly line: number;
}

const OLD = /^--- (.*)$/;
const NEW = /^\+\+\+ (.*)$/;
const NO_FILE = "/dev/null";

/** What `git diff` writes above the lines of a file that only changes its text. */
const ABOUT = /^(?:diff --git |index [\da-f]+\.\.|(?:new|deleted) file mode |Index: |={10,}$|\s*$)/;

/** What may stand around a diff. */
const FENCE = /^\s*(?:```[\w+-]*)?\s*$/;

/** Whether a text begins as a unified diff does: with `---` and `+++`, or as `git diff` begins. */
export function isUnifiedDiff(text: string): boolean {
  const lines = toLineFeeds(text).split("\n");
  const first = lines.findIndex((line) => !FENCE.test(line));
  const [line = "", next = ""] = lines.slice(first, first + 2);
  return first !== -1 && (/^(?:diff --git |Index: )/.test(line) || (OLD.test(line) && NEW.test(next)));
}

/**
 * The same patch for a file: hunks that name none, which begin with `@@`, get the two lines that name it, and so do
 * blocks of SEARCH and REPLACE, which become hunks.
 */
export function namingFile(patch: string, path: string): string {
  const given = toLineFeeds(patch).split("\n");
  const lines = searchBlocksAsHunks(given, path) ?? given;
  const first = lines.findIndex((line) => !FENCE.test(line));
  if (first === -1 || !lines[first]?.startsWith("@@") || /[\r\n\t]/.test(path)) return patch;
  return [`--- ${path}`, `+++ ${path}`, ...lines.slice(first)].join("\n");
}

/** Parses a unified diff. Its line numbers and counts, which models get wrong, are not relied on. */
export function parseUnifiedDiff(text: string): Patch | EditFailure {
  const sections = splitSections(toLineFeeds(text).split("\n"));
  if ("ok" in sections) return sections;
  return parseSections(sections, { parse: parseSection, none: "The diff names no file." });
}

function splitSections(given: readonly string[]): DiffSection[] | EditFailure {
  const lines = given.slice(0, given.findLastIndex((line) => !FENCE.test(line)) + 1);
  const sections: DiffSection[] = [];
  let open: DiffSection | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const names = headerAt(lines, at);
    if (names !== undefined) {
      open = { ...names, body: [], line: at + 1 };
      sections.push(open);
      at += 1;
    } else if (/^(?:diff --git |Index: )/.test(line)) open = undefined;
    else if (open !== undefined) open.body.push(line);
    else if (!ABOUT.test(line) && !FENCE.test(line))
      return patchLineFailure(at + 1, 'expected "--- a/path", then "+++ b/path" and "@@". Use *** Move to: to rename.');
  }
  return sections;
}

/** A removed line `-- x` above an added line `++ y` looks the same, but no hunk begins below it. */
function headerAt(lines: readonly string[], at: number): Pick<DiffSection, "from" | "to"> | undefined {
  const [from, to] = [OLD.exec(lines[at] ?? "")?.[1], NEW.exec(lines[at + 1] ?? "")?.[1]];
  if (from === undefined || to === undefined || !lines[at + 2]?.startsWith("@@")) return undefined;
  return { from: nameIn(from), to: nameIn(to) };
}

/** Without the date that `diff` writes behind a name. */
function nameIn(text: string): string {
  return (text.split("\t")[0] ?? "").trim();
}

function parseSection({ from, to, body, line }: DiffSection): FilePatch | EditFailure {
  const marked = /^(?:a\/|\/dev\/null$)/.test(from) && /^(?:b\/|\/dev\/null$)/.test(to);
  const [before, after] = [from, to].map((name) => (marked && name !== NO_FILE ? name.slice(2) : name));
  const path = to === NO_FILE ? before : after;
  if (path === undefined || path === "" || path === NO_FILE) return patchLineFailure(line, "the path is missing.");
  if (path.startsWith('"')) return patchLineFailure(line, "write the path without quotes.");
  const hunks = parseHunks(body, line + 2);
  if ("ok" in hunks) return hunks;
  if (to === NO_FILE) return { kind: "delete", path };
  if (from !== NO_FILE && before !== after)
    return patchLineFailure(line, "a diff does not rename. Use *** Begin Patch with *** Move to:.");
  if (from !== NO_FILE) return { kind: "update", path, hunks };
  const added = hunks.flatMap((hunk) => hunk.lines).filter(({ bare }) => bare !== true);
  const odd = added.find(({ kind }) => kind !== "add");
  if (odd !== undefined) return patchLineFailure(line, 'every line of an added file begins with "+".');
  return { kind: "add", path, content: added.map((one) => `${one.text}\n`).join("") };
}
