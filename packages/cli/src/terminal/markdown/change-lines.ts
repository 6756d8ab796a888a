import { extname } from "node:path";
import { type FileHunks, type Hunk, spelledOnOneLine, spelledStrictly } from "@toolwright/view";
import { type DiffLine, wordMarks } from "@toolwright/view/diff";
import { clip } from "../../text/clip.ts";
import { countOf } from "../../text/count-of.ts";
import { printable } from "../../text/printable.ts";
import type { Styles } from "../styles.ts";
import { highlighted } from "./highlight.ts";
import { underlined } from "./underlined.ts";

/** How changes are drawn. */
export interface ChangeLook {
  readonly styles: Styles;
  /** Characters of a line. */
  readonly width: number;
  /** Lines of one file; of more it says how many. Default: all. */
  readonly most?: number;
  /** Nothing is cut, for what somebody is asked about; where the lines stand in the file is not known yet. */
  readonly isProposed?: boolean;
}

/** Changed files as lines: what went is red behind `-`, what came is green behind `+`, each with its number. */
export function changeLines(files: readonly FileHunks[], look: ChangeLook): readonly string[] {
  return files.flatMap((file) => fileLines(file, look));
}

/** Which file, and how many lines came and went. */
export function changeHeading({ path, from, change, hunks }: FileHunks, { bold, dim, green, red }: Styles): string {
  const lines = hunks.flatMap(({ text }) => text.split("\n"));
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  const [added, removed] = [count("+"), count("-")];
  const counts = [added > 0 ? green(`+${added}`) : "", removed > 0 ? red(`−${removed}`) : ""].filter(Boolean);
  const name = from === undefined ? spelledOnOneLine(path) : `${spelledOnOneLine(from)} → ${spelledOnOneLine(path)}`;
  return [bold(name), ...counts, ...(change === "modified" ? [] : [dim(change)])].join(" ");
}

function fileLines(file: FileHunks, look: ChangeLook): readonly string[] {
  const { styles, most = Number.POSITIVE_INFINITY } = look;
  const rows = file.hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [styles.dim("  ⋮")]),
    ...hunkLines(hunk, look, extname(file.path).slice(1)),
  ]);
  const left = rows.length - most;
  // One line too many is shown rather than replaced by a line that says so.
  const shown = left > 1 ? [...rows.slice(0, most), styles.dim(`  … ${countOf(left, "more line")}`)] : rows;
  return [changeHeading(file, styles), ...shown];
}

function hunkLines({ oldStart, newStart, text }: Hunk, look: ChangeLook, language: string): readonly string[] {
  const { styles, width, isProposed = false } = look;
  const lines = (isProposed ? spelledStrictly(text) : printable(text)).split("\n");
  const column = isProposed ? 1 : String(Math.max(oldStart, newStart) + lines.length).length + 1;
  const room = isProposed ? Number.POSITIVE_INFINITY : Math.max(width - column - 3, 10);
  const codes = highlighted(lines.map((line) => clip(line.slice(1), room)).join("\n"), language, styles);
  const rows = lines.map(rowOf);
  const marks = wordMarks(rows);
  const numbers = isProposed ? [] : numbersOf(lines, oldStart, newStart);
  return lines.map((line, index) => {
    const gutter = (numbers[index] ?? "").padStart(column);
    const text = clip(line.slice(1), room);
    const differing = (code: string) => underlined(code, marks.get(rows[index] ?? NO_ROW) ?? [], styles);
    if (line.startsWith("-")) return `${styles.red(`${gutter} -`)} ${differing(styles.red(text))}`;
    if (line.startsWith("+")) return `${styles.green(`${gutter} +`)} ${differing(codes[index] ?? "")}`;
    return styles.dim(line.startsWith("\\") ? `${gutter} ${line}` : `${gutter}   ${text}`);
  });
}

const NO_ROW: DiffLine = { kind: "gap", text: "" };

function rowOf(line: string): DiffLine {
  const kind = line.startsWith("-") ? "removed" : line.startsWith("+") ? "added" : "context";
  return { kind, text: line.slice(1) };
}

/** Where each line stands: a removed one in the file as it was, every other in the file as it is; a remark nowhere. */
function numbersOf(lines: readonly string[], oldStart: number, newStart: number): readonly string[] {
  let [before, after] = [oldStart, newStart];
  return lines.map((line) => {
    if (line.startsWith("\\")) return "";
    if (line.startsWith("-")) return String(before++);
    if (!line.startsWith("+")) before += 1;
    return String(after++);
  });
}
