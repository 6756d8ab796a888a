import { randomInt } from "node:crypto";
import { countLines } from "@toolwright/core/internal";
import type { OutputRef } from "@toolwright/core/types";
import type { StoreLimits } from "../store-limits.ts";

/** Counted for every output besides its text, against `outputBytes`. */
export const OUTPUT_ENTRY_BYTES = 256;
/** Of one output; the rest is cut, and the ref says how much is there. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A ref for a text, and how much of it is kept. */
export function newOutput(
  text: string,
  { outputBytes }: Pick<StoreLimits, "outputBytes">,
): { readonly ref: OutputRef; readonly kept: string } {
  const kept = cutToBytes(text, Math.min(MAX_OUTPUT_BYTES, outputBytes - OUTPUT_ENTRY_BYTES));
  return { ref: { id: randomId(), bytes: kept.bytes, lines: countLines(kept.text) }, kept: kept.text };
}

/** 12 characters of 32: 60 random bits. */
function randomId(): string {
  return Array.from({ length: 12 }, () => "abcdefghijkmnpqrstuvwxyz23456789"[randomInt(32)]).join("");
}

/** The beginning of a text that has at most so many UTF-8 bytes, never cut inside a character. */
function cutToBytes(text: string, maxBytes: number): { readonly text: string; readonly bytes: number } {
  const whole = Buffer.byteLength(text);
  if (whole <= maxBytes) return { text, bytes: whole };
  const bytes = Buffer.from(text);
  let end = Math.max(0, Math.trunc(maxBytes));
  // Every byte of a character but its first begins with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString("utf8", 0, end), bytes: end };
}
