import type { Mark } from "@toolwright/view/internal/diff";
import type { Styles } from "../styles.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal colour begins with ESC
const COLOUR = /(\u001b\[[\d;]*m)/;

/** Underlines the marked places of a line; its colours count as nothing, and stay. */
export function underlined(line: string, marks: readonly Mark[], { underline }: Styles): string {
  if (marks.length === 0) return line;
  let at = 0;
  const piece = (text: string) => {
    const [from, to] = [at, at + text.length];
    at = to;
    const edges = marks.flat().filter((edge) => edge > from && edge < to);
    const cuts = [from, ...edges, to];
    return cuts.slice(1).map((end, index) => {
      const begin = cuts[index] ?? from;
      const part = text.slice(begin - from, end - from);
      return marks.some(([first, last]) => first <= begin && end <= last) ? underline(part) : part;
    });
  };
  const parts = line.split(COLOUR);
  return parts.flatMap((part, index) => (index % 2 === 1 ? part : piece(part))).join("");
}
