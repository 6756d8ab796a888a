import { createHash } from "node:crypto";

/** The SHA-256 of some bytes, 64 hexadecimal digits: what `read` prints as `content_sha256`. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
