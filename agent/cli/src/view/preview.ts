import { clip } from "../text/clip.ts";
import { countOf } from "../text/count-of.ts";
import { printable } from "../text/printable.ts";

/** How much of a text is shown. */
interface PreviewLimits {
  readonly lines: number;
  /** Characters of one line. */
  readonly width: number;
  /** Lines of the whole, of which the text may be a part. */
  readonly whole?: number;
}

/** The first lines of a text, and a word on how many more there are. */
export function preview(text: string, { lines, width, whole = 0 }: PreviewLimits): readonly string[] {
  const all = text.replace(/\n+$/, "").split("\n");
  // One line too many is shown rather than replaced by a line that says so.
  const shown = all.length <= lines + 1 ? all : all.slice(0, lines);
  const cut = shown.map((line) => clip(printable(line.slice(0, width * 2)), width));
  return shown.length === all.length
    ? cut
    : [...cut, `… ${countOf(Math.max(all.length, whole) - shown.length, "more line")}`];
}
