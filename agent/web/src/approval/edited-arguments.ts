import { isFields } from "@toolwright/view/internal";
import { jsonText } from "../cards/json-text.ts";
import { approvalTexts } from "../words/approval.ts";

/** One field of a form over arguments. */
export interface EditedField {
  /** Undefined for the arguments as a whole. */
  readonly name: string | undefined;
  /** A text as it is; everything else as JSON. */
  readonly isText: boolean;
  readonly value: string;
  /** The call runs without it. */
  readonly isLeftOut?: boolean;
  /** Its name is written in the form, too. */
  readonly isNew?: boolean;
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
  if (entries.length === 0 || entries.length > MOST_FIELDS) return wholeToEdit(given);
  return entries.map(([name, value]) => ({ name, isText: typeof value === "string", value: jsonText(value) }));
}

/** All of the arguments as one JSON text. */
export function wholeToEdit(given: unknown): readonly EditedField[] {
  return [{ name: undefined, isText: false, value: JSON.stringify(given ?? {}, null, 2) }];
}

/** A field for an argument that is not there yet. */
export function newField(fields: readonly EditedField[]): readonly EditedField[] {
  return [...fields, { name: "", isText: true, value: "", isNew: true }];
}

/** The arguments that a form stands for. */
export function readEdited(fields: readonly EditedField[], given: unknown): Edited {
  const entries = new Map<string, unknown>();
  for (const field of fields) {
    const { name, isNew = false, isLeftOut = false } = field;
    if (isLeftOut || (isNew && name === "" && field.value === "")) continue;
    const read = isNew ? readNew(field, entries) : readValue(field);
    if (!read.ok) return { ok: false, problem: read.problem, name };
    if (name === undefined) return whole(read.value, given);
    entries.set(name, read.value);
  }
  return whole(Object.fromEntries(entries), given);
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

function readValue({ name, isText, value }: EditedField): Read {
  if (isText) return { ok: true, value };
  const read = readJson(value);
  return read.ok ? read : { ok: false, problem: approvalTexts.notJson(name, read.problem) };
}

/** What is written into a new field is JSON where it can be, else a text. */
function readNew({ name = "", value }: EditedField, known: ReadonlyMap<string, unknown>): Read {
  if (name.trim() === "") return { ok: false, problem: approvalTexts.nameMissing };
  if (known.has(name)) return { ok: false, problem: approvalTexts.nameTaken(name) };
  const read = readJson(value);
  return { ok: true, value: read.ok ? read.value : value };
}

function whole(edited: unknown, given: unknown): Edited {
  if (!isFields(edited)) return { ok: false, problem: approvalTexts.notObject, name: undefined };
  return jsonText(edited) === jsonText(given ?? {}) ? { ok: true } : { ok: true, arguments: edited };
}

function readJson(text: string): Read {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : approvalTexts.unreadable };
  }
}
