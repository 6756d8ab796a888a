/** Characters that are looked at together: a pattern over a text of any length may need more memory than there is. */
const PIECE = 64 * 1024;

/** True for a text that is base64 and nothing else. */
export function isBase64(text: string): boolean {
  const length = text.endsWith("==") ? text.length - 2 : text.length - Number(text.endsWith("="));
  for (let at = 0; at < length; at += PIECE) {
    if (!/^[A-Za-z0-9+/]*$/.test(text.slice(at, Math.min(length, at + PIECE)))) return false;
  }
  return length > 0;
}
