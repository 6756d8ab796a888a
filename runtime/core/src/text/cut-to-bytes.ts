import { isPairAt } from "./utf8-length.ts";

/** The longest beginning of a text that takes at most `maxBytes` as UTF-8. Never splits a surrogate pair. */
export function cutToBytes(text: string, maxBytes: number): string {
  return text.slice(0, headLength(text, maxBytes));
}

/** How many code units from the start fit into `maxBytes` of UTF-8 without splitting a pair. */
export function headLength(text: string, maxBytes: number): number {
  let left = maxBytes;
  let index = 0;
  while (index < text.length) {
    const pair = isPairAt(text, index);
    left -= pair ? 4 : unitBytes(text.charCodeAt(index));
    if (left < 0) break;
    index += pair ? 2 : 1;
  }
  return index;
}

/** Where the longest ending starts that fits into `maxBytes` of UTF-8 without splitting a pair. */
export function tailStart(text: string, maxBytes: number): number {
  let left = maxBytes;
  let index = text.length;
  while (index > 0) {
    const pair = index > 1 && isPairAt(text, index - 2);
    left -= pair ? 4 : unitBytes(text.charCodeAt(index - 1));
    if (left < 0) break;
    index -= pair ? 2 : 1;
  }
  return index;
}

function unitBytes(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 ? 2 : 3;
}
