import { type EditFailure, editFailure } from "../edit-failure.ts";
import type { Hunk, HunkLine } from "./patch.ts";

const END_OF_FILE = "*** End of File";

/** The header of a unified diff; its numbers are not relied on, its text names what comes before. */
const NUMBERED_HEADER = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;

interface OpenHunk {
  readonly anchors: string[];
  readonly lines: HunkLine[];
  atEndOfFile: boolean;
  /** 1-based line of the patch where it begins. */
  readonly line: number;
}

/** Parses the hunks of one file; `firstLine` is the 1-based line of the patch where they begin. */
export function parseHunks(lines: readonly string[], firstLine: number): Hunk[] | EditFailure {
  const hunks: OpenHunk[] = [];
  for (const [index, line] of lines.entries()) {
    const refused = addLine(hunks, line, firstLine + index);
    if (refused !== undefined) return refused;
  }
  const empty = hunks.find((hunk) => hunk.lines.every((line) => line.bare));
  if (empty !== undefined) return patchLineFailure(empty.line, "the hunk has no lines.");
  return hunks;
}

function addLine(hunks: OpenHunk[], line: string, number: number): EditFailure | undefined {
  if (line.startsWith("@@")) return addAnchor(hunks, line, number);
  if (line.trimEnd() === END_OF_FILE) return endFile(hunks, number);
  const parsed = parseLine(line);
  if (parsed === undefined) {
    return patchLineFailure(number, 'expected a line that begins with " ", "+", "-" or "@@".');
  }
  const last = hunks.at(-1);
  const current = last?.atEndOfFile ? undefined : last;
  // An empty line between hunks belongs to none.
  if (parsed === "nothing" || (current === undefined && parsed.bare)) return undefined;
  (current ?? open(hunks, number)).lines.push(parsed);
  return undefined;
}

function addAnchor(hunks: OpenHunk[], line: string, number: number): undefined {
  const last = hunks.at(-1);
  const hunk = last !== undefined && last.lines.length === 0 && !last.atEndOfFile ? last : open(hunks, number);
  const anchor = anchorOf(line);
  if (anchor !== "") hunk.anchors.push(anchor);
}

function endFile(hunks: OpenHunk[], number: number): EditFailure | undefined {
  const last = hunks.at(-1);
  if (last === undefined) return patchLineFailure(number, `"${END_OF_FILE}" stands before any line.`);
  last.atEndOfFile = true;
  return undefined;
}

function open(hunks: OpenHunk[], line: number): OpenHunk {
  const hunk = { anchors: [], lines: [], atEndOfFile: false, line };
  hunks.push(hunk);
  return hunk;
}

function anchorOf(line: string): string {
  if (NUMBERED_HEADER.test(line)) return "";
  return line
    .slice(2)
    .replace(/^ /, "")
    .replace(/ @@\s*$/, "")
    .trimEnd();
}

function parseLine(line: string): HunkLine | "nothing" | undefined {
  if (line === "") return { kind: "context", text: "", bare: true };
  const text = line.slice(1);
  switch (line[0]) {
    case " ":
      return { kind: "context", text };
    case "-":
      return { kind: "remove", text };
    case "+":
      return { kind: "add", text };
    case "\\":
      // `\ No newline at end of file`: the end of the file stays what it is.
      return "nothing";
    default:
      return undefined;
  }
}

/** `line 3 of the patch: …`, counted from 1 in the whole text that was sent. */
export function patchLineFailure(line: number, message: string): EditFailure {
  return editFailure("INVALID_PATCH", `line ${line} of the patch: ${message}`);
}
