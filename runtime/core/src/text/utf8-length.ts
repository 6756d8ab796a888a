const ENCODER = /* @__PURE__ */ new TextEncoder();
const PIECE = 8192;
const ROOM = /* @__PURE__ */ new Uint8Array(3 * PIECE);
const NAME = 20;

/** How many bytes a text takes as UTF-8, counted without keeping them. An unpaired surrogate counts 3, like U+FFFD. */
export function utf8Length(text: string): number {
  // Writing a text costs a small part of looking at each character, unless it is no longer than most names.
  if (text.length > PIECE) return bytesWritten(text);
  if (text.length > NAME) return ENCODER.encodeInto(text, ROOM).written;
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    if (isPairAt(text, index)) index++;
  }
  return bytes;
}

function bytesWritten(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE;
    const next = isPairAt(text, end - 1) ? end - 1 : end;
    bytes += ENCODER.encodeInto(text.slice(at, next), ROOM).written;
    at = next;
  }
  return bytes;
}

/** True when a high and a low surrogate stand at `index` and after it. */
export function isPairAt(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
}
