/** Looked at: the first 8 KiB for a NUL, the first 4 KiB for what cannot be printed. */
export const BINARY_SAMPLE_BYTES = 8 * 1024;
const PRINTABLE_SAMPLE_BYTES = 4 * 1024;
const MOST_UNPRINTABLE = 0.3;

const TEXT_CONTROLS = "\t\n\r\f\b\x1b";

/** True when the beginning of a file shows that it is no text. */
export function isBinary(start: Uint8Array): boolean {
  if (start.subarray(0, BINARY_SAMPLE_BYTES).includes(0)) return true;
  const text = new TextDecoder().decode(start.subarray(0, PRINTABLE_SAMPLE_BYTES), { stream: true });
  const unprintable = text.match(/[\p{Cc}\uFFFD]/gu)?.filter((char) => !TEXT_CONTROLS.includes(char)).length ?? 0;
  return unprintable > text.length * MOST_UNPRINTABLE;
}
