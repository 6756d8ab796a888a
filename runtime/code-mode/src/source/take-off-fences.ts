/**
 * The text behind a line that opens Markdown fences, up to the closing one where the text ends with that, on the lines
 * that it has there; any other text as it is.
 */
export function takeOffFences(code: string): string {
  const [, before = "", fence = "", inner = ""] = /^(\s*)(`{3,})[^\n`]*\n([\s\S]*)$/.exec(code) ?? [];
  if (fence === "") return code;
  const lines = before.replace(/[^\n]/g, "");
  const body = inner.trimEnd();
  return `${lines}\n${body.endsWith(fence) ? body.slice(0, -fence.length).trimEnd() : inner}`;
}
