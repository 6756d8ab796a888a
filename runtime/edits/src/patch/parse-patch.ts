import { type EditFailure, editFailure } from "../edit-failure.ts";
import { toLineFeeds } from "../text-file.ts";
import { parseHunks, patchLineFailure } from "./parse-hunks.ts";
import { parseSections } from "./parse-sections.ts";
import { isUnifiedDiff, parseUnifiedDiff } from "./parse-unified-diff.ts";
import type { FilePatch, Patch } from "./patch.ts";

const HEADER = /^\*\*\* (Add|Delete|Update) File:(.*)$/;
const MOVE = /^\*\*\* Move to:(.*)$/;

/** The lines of one file in a patch, its header apart. */
interface Section {
  readonly kind: string;
  readonly path: string;
  readonly body: string[];
  /** 1-based line of the header in the whole text. */
  readonly line: number;
}

/**
 * Parses a patch in the `*** Begin Patch` grammar. Lenient about heredoc wrappers, code fences, `\r\n` and blanks
 * behind markers; anything else that does not fit is `INVALID_PATCH`, with the line. A unified diff is read as well.
 */
export function parsePatch(text: string): Patch | EditFailure {
  if (isUnifiedDiff(text)) return parseUnifiedDiff(text);
  const unwrapped = unwrapPatch(text);
  if (!unwrapped.ok) return unwrapped;
  const sections = splitSections(unwrapped.lines, unwrapped.firstLine);
  if ("ok" in sections) return sections;
  return parseSections(sections, { parse: parseSection, none: "The patch names no file." });
}

function splitSections(lines: readonly string[], firstLine: number): Section[] | EditFailure {
  const sections: Section[] = [];
  for (const [index, line] of lines.entries()) {
    const header = HEADER.exec(line);
    if (header !== null) {
      const [, kind = "", path = ""] = header;
      sections.push({ kind, path: path.trim(), body: [], line: firstLine + index });
      continue;
    }
    const section = sections.at(-1);
    if (section !== undefined) section.body.push(line);
    else if (line.trim() !== "") {
      return patchLineFailure(firstLine + index, 'expected "*** Add File:", "*** Delete File:" or "*** Update File:".');
    }
  }
  return sections;
}

function parseSection(section: Section): FilePatch | EditFailure {
  if (section.path === "") return patchLineFailure(section.line, "the path is missing.");
  if (section.kind === "Add") return parseAdd(section);
  if (section.kind === "Delete") return parseDelete(section);
  return parseUpdate(section);
}

function parseAdd({ path, body, line }: Section): FilePatch | EditFailure {
  const lines = withoutBlankEnd(body);
  const odd = lines.findIndex((added) => !added.startsWith("+"));
  if (odd !== -1) return patchLineFailure(line + 1 + odd, 'every line of an added file begins with "+".');
  return { kind: "add", path, content: lines.map((added) => `${added.slice(1)}\n`).join("") };
}

function parseDelete({ path, body, line }: Section): FilePatch | EditFailure {
  const odd = body.findIndex((rest) => rest.trim() !== "");
  if (odd !== -1) return patchLineFailure(line + 1 + odd, "a deleted file has no lines.");
  return { kind: "delete", path };
}

function parseUpdate({ path, body, line }: Section): FilePatch | EditFailure {
  const move = MOVE.exec(body[0] ?? "")?.[1]?.trim();
  if (move === "") return patchLineFailure(line + 1, "the path is missing.");
  const skipped = move === undefined ? 0 : 1;
  const hunks = parseHunks(body.slice(skipped), line + 1 + skipped);
  if ("ok" in hunks) return hunks;
  if (move !== undefined) return { kind: "update", path, moveTo: move, hunks };
  if (hunks.length === 0) return patchLineFailure(line, "the update changes nothing.");
  return { kind: "update", path, hunks };
}

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === "") end -= 1;
  return lines.slice(0, end);
}

/** The lines between the markers of a patch. */
interface UnwrappedPatch {
  readonly ok: true;
  readonly lines: readonly string[];
  /** The 1-based number, in the whole text, of the first of them. */
  readonly firstLine: number;
}

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";

/** What models put around a patch: nothing, a code fence, the opening of a heredoc. */
const BEFORE = /^\s*(?:```[\w+-]*|(?:[\w./-]+ +){0,4}<<-? *(['"]?)\w+\1)?\s*$/;

/** The closing of the same. */
const AFTER = /^\s*(?:```|\w+|\)|['"])?\s*$/;

/** Finds the patch in a text, whatever usual wrapper is around it. Anything else before or after it is refused. */
function unwrapPatch(text: string): UnwrappedPatch | EditFailure {
  const lines = toLineFeeds(text).split("\n");
  const begin = lines.findIndex((line) => line.trim() === BEGIN);
  if (begin === -1 || !lines.slice(0, begin).every((line) => BEFORE.test(line))) {
    return editFailure("INVALID_PATCH", `The patch must begin with the line "${BEGIN}".`);
  }
  const end = lines.findIndex((line, index) => index > begin && line.trimEnd() === END);
  if (end === -1) {
    const why = `The patch has no line "${END}" and may have been cut off; half a patch is not applied.`;
    return editFailure("INVALID_PATCH", `${why} Send it whole, with that line at its end.`);
  }
  if (!lines.slice(end + 1).every((line) => AFTER.test(line))) {
    return editFailure(
      "INVALID_PATCH",
      `There is text after "${END}" (line ${end + 2}). Send one patch for all files.`,
    );
  }
  return { ok: true, lines: lines.slice(begin + 1, end), firstLine: begin + 2 };
}
