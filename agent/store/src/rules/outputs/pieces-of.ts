/** Characters (UTF-16) of one piece. */
const PIECE = 64 * 1024;

/** A text in pieces that can each be stored alone: no pair of surrogates is parted. */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const isInPair = isHigh(text, start + PIECE - 1) && start + PIECE < text.length;
    const end = start + PIECE - Number(isInPair);
    yield text.slice(start, end);
    start = end;
  }
}

function isHigh(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}
