import type { HunkBounds } from "@toolwright/edits";

/** What these hunks leave of the bounds for those of other files. */
export function boundsLeft({ lines, units }: HunkBounds, hunks: readonly { readonly text: string }[]): HunkBounds {
  const texts = hunks.map(({ text }) => text);
  const takenLines = texts.reduce((sum, text) => sum + text.split("\n").length, 0);
  const takenUnits = texts.reduce((sum, text) => sum + text.length, 0);
  return { lines: lines - takenLines, units: units - takenUnits };
}
