import { isOnlyText } from "./only-text.ts";
import { parseProgram } from "./parse-program.ts";
import { describeProblem, type Problem } from "./problem.ts";
import { takeOffFences } from "./take-off-fences.ts";
import { withReturn } from "./with-return.ts";
import { withoutExport } from "./without-export.ts";

export interface ProgramSource {
  /** As the machine can run it. */
  readonly source: string;
  /** As the model wrote it, on the same lines. */
  readonly written: string;
}

/** A program as the machine can run it, or what is wrong with it, for the model to read. */
export type ReadSource = ({ readonly ok: true } & ProgramSource) | { readonly ok: false; readonly message: string };

/** Bytes of UTF-8. */
const MAX_SOURCE_BYTES = 65_536;

/**
 * Reads what a model wrote as a program: fences around the whole are taken off, and types are stripped, whose places
 * stay blank, so that lines and columns are those of the model's text.
 */
export async function readSource(code: string): Promise<ReadSource> {
  const bytes = new TextEncoder().encode(code).length;
  if (bytes > MAX_SOURCE_BYTES) return { ok: false, message: tooLong(bytes) };
  const written = takeOffFences(code);
  let source = written;
  for (let exports = 0; ; exports += 1) {
    const read = await readBody(source);
    if ("source" in read) return { ok: true, source: read.source, written };
    if ("message" in read) return { ok: false, message: read.message };
    const without = exports < MOST_EXPORTS ? withoutExport(source, read.problem.position) : undefined;
    if (without === undefined) return { ok: false, message: refusal(written, read.problem) };
    source = without;
  }
}

/** Each is read in a turn of its own. */
const MOST_EXPORTS = 20;

type ReadBody = { readonly source: string } | { readonly message: string } | { readonly problem: Problem };

async function readBody(source: string): Promise<ReadBody> {
  const { program, problem } = await parseProgram(source);
  if (program === undefined ? isJson(source) : isOnlyText(program)) return { message: ONLY_TEXT };
  // The machine reads deeper than this, and says itself what it cannot.
  const isRead = problem === undefined ? !TYPED_CALL.test(source) : problem.isTooDeep;
  if (isRead) return { source: program ? withReturn(source, program) : source };
  // What reads types is loaded only for a source that may have some.
  const { stripTypes } = await import("./strip-types.ts");
  const stripped = stripTypes(source);
  if (!stripped.ok) {
    if (program === undefined) return { problem: problem ? furthest(problem, stripped.problem) : stripped.problem };
    return { source: withReturn(source, program) };
  }
  const again = await parseProgram(stripped.source);
  return again.problem ? { problem: again.problem } : { source: withReturn(stripped.source, again.program) };
}

/** `new Set<string>(names)`: two comparisons in JavaScript. Bounded, as every `<` of a long source is looked at. */
const TYPED_CALL = /[\w$]<[^();]{1,200}>\(/;

const ONLY_TEXT =
  "The code is one text and no program: write the program itself, without quotes, fences or JSON around it.";

/** Arguments within the arguments: `{"code": "return 1"}`. */
function isJson(source: string): boolean {
  try {
    return source.trimStart().startsWith("{") && typeof JSON.parse(source) === "object";
  } catch {
    return false;
  }
}

function refusal(written: string, problem: Problem): string {
  const message = describeProblem(written, problem);
  if (FENCE.test(written)) return `${message}\nWrite the program itself, without text or fences around it.`;
  if (problem.reason === 'unexpected "import"') return `${message}\n${NO_IMPORTS}`;
  return problem.isMoreThanTypes || problem.reason === 'unexpected "@"' ? `${message}\n${ONLY_TYPES}` : message;
}

const NO_IMPORTS = "A program has no imports: all that it can call is in `tools`.";

const ONLY_TYPES = "Of TypeScript only types are taken: write the rest as JavaScript.";

/** What stands around the only fences is not guessed away: a program may write Markdown. */
const FENCE = /^[ \t]*(?:```|~~~)/m;

/** Of two readers, the one that came further understood more of the code. */
function furthest(one: Problem, other: Problem): Problem {
  if (other.isMoreThanTypes) return other;
  return other.position > one.position && !other.isTooDeep ? other : one;
}

function tooLong(bytes: number): string {
  const [has, most] = [bytes, MAX_SOURCE_BYTES].map((count) => count.toLocaleString("en"));
  return `The code has ${has} bytes, and a program has at most ${most}: write a shorter one, or several.`;
}
