/** True for a text that is base64 and nothing else. */
export function isBase64(text: string): boolean {
  const padding = text.endsWith("==") ? 2 : Number(text.endsWith("="));
  // A search for one other character needs no memory, however long the text is.
  return text.length > padding && !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - padding));
}
