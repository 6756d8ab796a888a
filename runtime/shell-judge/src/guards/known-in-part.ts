import { grammarOf } from "../grammar/programs/programs.ts";

/** Of some programs only a few calls are known, such as the question for their version. */
export function isKnownInPart(name: string): boolean {
  const grammar = grammarOf(name);
  if (grammar === undefined) return false;
  return (
    grammar.partly === true || ("needs" in grammar && grammar.effect === "reads" && grammar.operands === undefined)
  );
}
