/** The beginning of a text that has at most so many UTF-8 bytes, never cut inside a character. */
export function cutToBytes(text: string, maxBytes: number): { readonly text: string; readonly bytes: number } {
  const whole = Buffer.byteLength(text);
  if (whole <= maxBytes) return { text, bytes: whole };
  const bytes = Buffer.from(text);
  let end = Math.max(0, Math.trunc(maxBytes));
  // Every byte of a character but its first begins with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString("utf8", 0, end), bytes: end };
}
