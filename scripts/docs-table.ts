import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** Puts lines between the two comments of a page that name a table: `<!-- NAME: … -->` and `<!-- NAME: end -->`. */
export function writeTable(page: string, name: string, lines: readonly string[]): void {
  const path = join(ROOT, page);
  const text = readFileSync(path, "utf8");
  const begin = text.indexOf("-->", text.indexOf(`<!-- ${name}: `)) + "-->".length;
  const end = text.indexOf(`<!-- ${name}: end -->`);
  if (begin < "-->".length || end < begin) throw new Error(`${page} has no place for the table ${name}.`);
  writeFileSync(path, `${text.slice(0, begin)}\n\n${lines.join("\n")}\n\n${text.slice(end)}`);
}
