import { grammarOf } from "../grammar/programs/programs.ts";

/** Of some programs only the question for their version is known; the rest of them is as unknown as any program. */
export function isKnownByVersion(name: string): boolean {
  const grammar = grammarOf(name);
  return grammar !== undefined && "needs" in grammar && grammar.effect === "reads" && grammar.operands === undefined;
}
