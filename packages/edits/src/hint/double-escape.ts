const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\n", "\n"],
  ["\\t", "\t"],
  ["\\r", "\r"],
  ['\\"', '"'],
  ["\\'", "'"],
  ["\\\\", "\\"],
]);

/** The text with one level of escapes taken away; undefined when it has none. */
export function unescaped(text: string): string | undefined {
  const plain = text.replace(/\\[ntr"'\\]/g, (sequence) => ESCAPES.get(sequence) ?? sequence).replaceAll("\r\n", "\n");
  return plain === text ? undefined : plain;
}
