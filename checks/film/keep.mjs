import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/**
 * Writes a picture into the repository, says how large it is, and throws where that is more than a page should load.
 */
export function keep(file, content, { mostBytes, about = "" }) {
  const path = join(ROOT, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const bytes = Buffer.byteLength(content);
  console.log(`${file}: ${about}${Math.round(bytes / 1_000)} kB`);
  if (bytes > mostBytes) throw new Error(`${file} is larger than ${mostBytes / 1_000} kB: show less.`);
}
