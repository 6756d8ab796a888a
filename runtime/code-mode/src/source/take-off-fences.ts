/** The text between Markdown fences that stand around the whole, on the lines that it has there; any other as it is. */
export function takeOffFences(code: string): string {
  const [, before = "", fence = "", inner = ""] = /^(\s*)(`{3,})[^\n`]*\n([\s\S]*)$/.exec(code) ?? [];
  const body = inner.trimEnd();
  if (fence === "" || !body.endsWith(fence)) return code;
  const end = body.length - fence.length;
  // The closing fence is a line of its own.
  if (!/(?:^|\n)[ \t]*$/.test(body.slice(0, end))) return code;
  const lines = before.replace(/[^\n]/g, "");
  return `${lines}\n${body.slice(0, end).replace(/\r?\n?[ \t]*$/, "")}`;
}
