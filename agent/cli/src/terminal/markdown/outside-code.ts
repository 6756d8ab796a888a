/**
 * Changes what stands outside of code in Markdown: between backticks nothing is touched, be it a word or a fence. Takes
 * time in proportion to its length.
 */
export function outsideCode(text: string, change: (prose: string) => string): string {
  // Every other piece is a run of backticks.
  const pieces = text.split(/(`+)/);
  const closing = closingRuns(pieces);
  let changed = "";
  let prose = "";
  for (let at = 0; at < pieces.length; at += 1) {
    const end = closing.get(at);
    if (end === undefined) prose += pieces[at];
    else {
      changed += change(prose) + pieces.slice(at, end + 1).join("");
      prose = "";
      at = end;
    }
  }
  return changed + change(prose);
}

/** Of each run that has another one of its length after it, where the next one stands. */
function closingRuns(pieces: readonly string[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const next = new Map<number, number>();
  for (let at = pieces.length - 2; at > 0; at -= 2) {
    const { length } = pieces[at] ?? "";
    const end = next.get(length);
    if (end !== undefined) closing.set(at, end);
    next.set(length, at);
  }
  return closing;
}
