/** The lines of a text that comes in pieces. Only the line that is not complete yet is kept. */
export async function* linesOf(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let open = "";
  for await (const piece of pieces) {
    let start = 0;
    for (let at = piece.indexOf("\n"); at !== -1; at = piece.indexOf("\n", start)) {
      yield open + piece.slice(start, at);
      open = "";
      start = at + 1;
    }
    open += piece.slice(start);
  }
  if (open !== "") yield open;
}
