/** The text between Markdown fences that stand around the whole; any other text as it is. */
export function takeOffFences(code: string): string {
  const [, fence = "", inner = ""] = /^\s*(`{3,})[^\n`]*\n([\s\S]*)$/.exec(code) ?? [];
  const body = inner.trimEnd();
  if (fence === "" || !body.endsWith(fence)) return code;
  const end = body.length - fence.length;
  // The closing fence is a line of its own.
  return /(?:^|\n)[ \t]*$/.test(body.slice(0, end)) ? body.slice(0, end).replace(/\r?\n?[ \t]*$/, "") : code;
}
