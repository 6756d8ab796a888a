import { codeUnits, findAll } from "../match/find-all.ts";
import { textLines } from "../match/text-lines.ts";

/** The 1-based line of the first place where a text stands, and whether it is the only one. */
export function whereExact(text: string, wanted: string): { line: number; unique: boolean } | undefined {
  const [hit, second] = findAll(codeUnits(text), codeUnits(wanted), { limit: 2 });
  return hit === undefined ? undefined : { line: textLines(text).numberAt(hit), unique: second === undefined };
}
