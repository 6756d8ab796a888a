import { isFields } from "@toolwright/view";
import { jsonText } from "../cards/json-text.ts";

/** One field of a form over arguments. */
export interface EditedField {
  /** Undefined for the arguments as a whole. */
  readonly name: string | undefined;
  /** A text as it is; everything else as JSON. */
  readonly isText: boolean;
  readonly value: string;
}

/** What the form gives: arguments to run with, nothing where they are as they were, or why they are none. */
export type Edited =
  | { readonly ok: true; readonly arguments?: unknown }
  | { readonly ok: false; readonly problem: string; readonly name: string | undefined };

/** Arguments with more fields than this are edited as one JSON text. */
const MOST_FIELDS = 12;

/** The fields of a form over arguments. */
export function fieldsToEdit(given: unknown): readonly EditedField[] {
  const entries = isFields(given) ? Object.entries(given) : [];
  if (entries.length === 0 || entries.length > MOST_FIELDS) {
    return [{ name: undefined, isText: false, value: jsonText(given ?? {}) }];
  }
  return entries.map(([name, value]) => ({ name, isText: typeof value === "string", value: jsonText(value) }));
}

/** The arguments that a form stands for. */
export function readEdited(fields: readonly EditedField[], given: unknown): Edited {
  const entries: [string, unknown][] = [];
  for (const { name, isText, value } of fields) {
    const read = isText ? { ok: true as const, value } : readJson(value);
    if (!read.ok) return { ok: false, problem: `${name ?? "This"} is not JSON: ${read.problem}`, name };
    if (name === undefined) return whole(read.value, given);
    entries.push([name, read.value]);
  }
  return whole(Object.fromEntries(entries), given);
}

function whole(edited: unknown, given: unknown): Edited {
  if (!isFields(edited)) return { ok: false, problem: "Arguments are a JSON object: { … }", name: undefined };
  return jsonText(edited) === jsonText(given) ? { ok: true } : { ok: true, arguments: edited };
}

function readJson(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : "it cannot be read" };
  }
}
