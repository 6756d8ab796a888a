import { LETTERS } from "./call-ids.ts";

/** As many alphanumerics that nobody can guess. */
export function mintToken(length: number): string {
  let id = "";
  while (id.length < length) {
    // 248 is the largest multiple of 62 in a byte: taking more would make some letters likelier.
    const byte = nextByte();
    if (byte < 248) id += LETTERS[byte % 62];
  }
  return id;
}

const pool = new Uint8Array(1024);
let used = pool.length;

function nextByte(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += 1;
  return pool[used - 1] ?? 0;
}
