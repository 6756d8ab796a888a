import type { ReactNode } from "react";

interface MarkedTextProps {
  readonly text: string;
  /** What to mark, letter by letter: a pattern of a model is not run in a browser. */
  readonly mark: string;
  readonly ignoresCase: boolean;
}

/** Places that are marked in one text. */
const MOST = 100;

/** A text in which another one is marked wherever it stands. */
export function MarkedText({ text, mark, ignoresCase }: MarkedTextProps) {
  // Only where lower case has the same length do its places fit.
  const lower = text.toLowerCase();
  const isFolded = ignoresCase && lower.length === text.length;
  const [searched, wanted] = isFolded ? [lower, mark.toLowerCase()] : [text, mark];
  if (wanted === "") return text;
  const pieces: ReactNode[] = [];
  let from = 0;
  for (let at = searched.indexOf(wanted); at !== -1 && pieces.length < 2 * MOST; at = searched.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return [...pieces, text.slice(from)];
}
