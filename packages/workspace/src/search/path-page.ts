/** 50 KiB, less what notes and footers need. In bytes. */
const MAX_BYTES = 50 * 1024 - 1024;

/** As many of the lines, from `offset` on, as the limit and the room allow; at least one where there is one. */
export function pageOf(lines: readonly string[], page: { readonly offset: number; readonly limit: number }): string[] {
  const shown: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(page.offset, page.offset + page.limit)) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_BYTES && shown.length > 0) break;
    shown.push(line);
  }
  return shown;
}
