/** The type of an image by its first bytes: PNG, JPEG, GIF or WebP; undefined for anything else. At least 12 bytes are needed. */
export function imageType(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, 12));
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  return text.startsWith("RIFF") && text.endsWith("WEBP") ? "image/webp" : undefined;
}
