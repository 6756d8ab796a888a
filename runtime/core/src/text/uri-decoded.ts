/** A text with its percent signs read as in an address; as it is where they cannot be. */
export function uriDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
