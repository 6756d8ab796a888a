import { createHash } from "node:crypto";

/** The SHA-256 of some bytes, 64 hexadecimal digits: what `read` tells programs, and `expected_hash` has to be. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
