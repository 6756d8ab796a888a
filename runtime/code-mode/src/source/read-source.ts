import { isOnlyText } from "./only-text.ts";
import { parseProgram } from "./parse-program.ts";
import { describeProblem, type Problem } from "./problem.ts";
import { takeOffFences } from "./take-off-fences.ts";

/** A program as the machine can run it, or what is wrong with it, for the model to read. */
export type ReadSource =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly message: string };

/** Bytes of UTF-8. */
export const MAX_SOURCE_BYTES = 65_536;

/**
 * Reads what a model wrote as a program: fences around the whole are taken off, and types are stripped, whose places
 * stay blank, so that lines and columns are those of the model's text.
 */
export async function readSource(code: string): Promise<ReadSource> {
  const bytes = new TextEncoder().encode(code).length;
  if (bytes > MAX_SOURCE_BYTES) return { ok: false, message: tooLong(bytes) };
  const source = takeOffFences(code);
  const { program, problem } = await parseProgram(source);
  if (program !== undefined && isOnlyText(program)) return { ok: false, message: ONLY_TEXT };
  // The machine reads deeper than this, and says itself what it cannot.
  const isRead = problem === undefined ? !TYPED_CALL.test(source) : problem.isTooDeep;
  if (isRead) return { ok: true, source };
  // What reads types is loaded only for a source that may have some.
  const { stripTypes } = await import("./strip-types.ts");
  const stripped = stripTypes(source);
  if (!stripped.ok) return problem ? refused(source, furthest(problem, stripped.problem)) : { ok: true, source };
  const again = await parseProgram(stripped.source);
  return again.problem === undefined ? stripped : refused(source, again.problem);
}

/** `new Set<string>(names)`: two comparisons in JavaScript. Bounded, as every `<` of a long source is looked at. */
const TYPED_CALL = /[\w$]<[^();]{1,200}>\(/;

const ONLY_TEXT = "The code is one text and no program: write the program itself, without quotes or fences around it.";

function refused(source: string, problem: Problem): ReadSource {
  return { ok: false, message: describeProblem(source, problem) };
}

/** Of two readers, the one that came further understood more of the code. */
function furthest(one: Problem, other: Problem): Problem {
  return other.position > one.position && !other.isTooDeep ? other : one;
}

function tooLong(bytes: number): string {
  const [has, most] = [bytes, MAX_SOURCE_BYTES].map((count) => count.toLocaleString("en"));
  return `The code has ${has} bytes, and a program has at most ${most}: write a shorter one, or several.`;
}
