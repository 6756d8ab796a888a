import { extname } from "node:path";
import type { PreviewedFile } from "@toolwright/core";
import type { FileHunks } from "@toolwright/view";
import { type Hunk, spelledOnOneLine, spelledStrictly } from "@toolwright/view/internal";
import { hunkRows, wordMarks } from "@toolwright/view/internal/diff";
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
  /** A person is asked about it: no line is cut, and nothing hides in one. */
  readonly isAsked?: boolean;
}

/** A file, and how many lines of its change are not there. */
type ChangedFile = FileHunks & Pick<PreviewedFile, "left">;

/** Changed files as lines: what went is red behind `-`, what came is green behind `+`, each with its number. */
export function changeLines(files: readonly ChangedFile[], look: ChangeLook): readonly string[] {
  return files.flatMap((file) => fileLines(file, look));
}

/** Which file, and how many lines came and went. */
export function changeHeading(
  { path, from, change, hunks, ...counted }: ChangedFile,
  { bold, dim, green, red }: Styles,
): string {
  const lines = hunks.flatMap(({ text }) => text.split("\n"));
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  const { added = count("+"), removed = count("-") } = counted;
  const counts = [added > 0 ? green(`+${added}`) : "", removed > 0 ? red(`−${removed}`) : ""].filter(Boolean);
  const name = from === undefined ? spelledOnOneLine(path) : `${spelledOnOneLine(from)} → ${spelledOnOneLine(path)}`;
  return [bold(name), ...counts, ...(change === "modified" ? [] : [dim(change)])].join(" ");
}

function fileLines(file: ChangedFile, look: ChangeLook): readonly string[] {
  const { styles, most = Number.POSITIVE_INFINITY } = look;
  const rows = file.hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [styles.dim("  ⋮")]),
    ...hunkLines(hunk, look, extname(file.path).slice(1)),
  ]);
  const left = rows.length - most;
  // One line too many is shown rather than replaced by a line that says so.
  const shown = left > 1 ? [...rows.slice(0, most), styles.dim(`  … ${countOf(left, "more line")}`)] : rows;
  const unshown = file.left === undefined ? [] : [styles.yellow(`  ${countOf(file.left, "line")} not shown here`)];
  return [changeHeading(file, styles), ...shown, ...unshown];
}

function hunkLines({ oldStart, newStart, text }: Hunk, look: ChangeLook, language: string): readonly string[] {
  const { styles, width, isAsked = false } = look;
  const rows = hunkRows({ oldStart, newStart, text: isAsked ? spelledStrictly(text) : printable(text) });
  const column = String(Math.max(oldStart, newStart) + rows.length).length + 1;
  const room = isAsked ? Number.POSITIVE_INFINITY : Math.max(width - column - 3, 10);
  const texts = rows.map((row) => clip(row.text, room));
  const codes = highlighted(texts.join("\n"), language, styles);
  const marks = wordMarks(rows);
  return rows.map((row, index) => {
    const { kind, oldLine, newLine = oldLine } = row;
    const gutter = String(newLine ?? "").padStart(column);
    const line = texts[index] ?? "";
    const differing = (code: string) => underlined(code, marks.get(row) ?? [], styles);
    if (kind === "removed") return `${styles.red(`${gutter} -`)} ${differing(styles.red(line))}`;
    if (kind === "added") return `${styles.green(`${gutter} +`)} ${differing(codes[index] ?? "")}`;
    return styles.dim(kind === "note" ? `${gutter} ${row.text}` : `${gutter}   ${line}`);
  });
}
