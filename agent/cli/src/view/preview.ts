import { clip } from "../text/clip.ts";
import { countOf } from "../text/count-of.ts";
import { printable } from "../text/printable.ts";

/** How much of a text is shown. */
interface PreviewLimits {
  readonly lines: number;
  /** Characters of one line. */
  readonly width: number;
}

/** The first lines of a text, and a word on how many more there are. */
export function preview(text: string, { lines, width }: PreviewLimits): readonly string[] {
  const all = text.replace(/\n+$/, "").split("\n");
  // One line too many is shown rather than replaced by a line that says so.
  const shown = all.length <= lines + 1 ? all : all.slice(0, lines);
  const cut = shown.map((line) => clip(printable(line.slice(0, width * 2)), width));
  return shown.length === all.length ? cut : [...cut, `… ${countOf(all.length - shown.length, "more line")}`];
}
