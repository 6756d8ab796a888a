import { PatternProblem } from "./pattern-problem.ts";
import type { PatternReader } from "./pattern-reader.ts";

/** Reads what follows `\p` or `\P` and gives it as a class of JavaScript. */
export function readProperty(reader: PatternReader, complement: boolean): string {
  const problem = "Unicode property not found";
  const given = reader.accept("{") ? reader.takeUntil("}", problem) : reader.take(problem);
  const inverted = given.startsWith("^");
  const name = inverted ? given.slice(1) : given;
  const found = special(name) ?? spellings(name).find(compiles);
  if (found === undefined) throw new PatternProblem(problem);
  return inverted !== complement ? `[^${found}]` : found;
}

function special(name: string): string | undefined {
  const plain = name.toLowerCase();
  if (plain === "any") return "[\\u{0}-\\u{10ffff}]";
  if (plain === "ascii") return "[\\u{0}-\\u{7f}]";
  return plain === "assigned" ? "\\p{Assigned}" : undefined;
}

/** Names may be written in any case, with blanks or hyphens, and a script without saying that it is one. */
function spellings(name: string): readonly string[] {
  if (!/^[\w =:-]{1,64}$/.test(name)) return [];
  const [left = "", right] = name.split(/[=:]/, 2);
  if (right !== undefined) return [`\\p{${keyOf(left)}=${capitalised(right)}}`];
  return [left, capitalised(left)].flatMap((one) => [`\\p{${one}}`, `\\p{Script=${one}}`]);
}

function keyOf(name: string): string {
  const plain = name.trim().toLowerCase();
  if (plain === "sc" || plain === "script") return "Script";
  return plain === "scx" || plain === "script_extensions" ? "Script_Extensions" : "General_Category";
}

function capitalised(name: string): string {
  const words = name.trim().split(/[ _-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join("_");
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, "v");
    return true;
  } catch {
    return false;
  }
}
