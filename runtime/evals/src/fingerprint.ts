import { createHash } from "node:crypto";

/** Tells whether a task asks for the same, and whether the same is expected of it, as in an earlier process. */
export function fingerprintOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) => (isWritten(part) ? String(part) : part)) ?? "";
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** JSON says nothing of these, which may be expected all the same. */
function isWritten(part: unknown): boolean {
  return typeof part === "function" || part instanceof RegExp;
}
