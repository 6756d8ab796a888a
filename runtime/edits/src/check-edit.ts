import {
  aBoolean,
  aCount,
  aFunction,
  anArray,
  aText,
  checkOptions,
  type OptionRule,
  type OptionRules,
  oneOf,
} from "@toolwright/core/internal";
import type { EditRequest } from "./edit-request.ts";

const REQUEST: OptionRules<EditRequest> = {
  oldString: aText,
  newString: aText,
  replaceAll: aBoolean,
  matchMode: oneOf("auto", "exact", "line_trimmed", "block_anchor"),
  expectedReplacements: aCount(0),
};

/** The bytes of a file that may not be there. */
const bytes: OptionRule = { form: "the bytes of a file: a Uint8Array", fits: (value) => value instanceof Uint8Array };

/** Throws a `TypeError` for what is no edit of a file: a misspelt `replaceAll` would replace one place. */
export function checkEdit(options: EditRequest & { readonly path: string }): void {
  const rules = { ...REQUEST, path: aText, bytes };
  checkOptions(options, { of: "applyEdit", rules, needed: ["oldString", "newString"] });
}

/** Throws a `TypeError` for what are no edits of a file. */
export function checkEdits(options: { readonly edits: readonly EditRequest[] }): void {
  const rules = { path: aText, bytes, edits: anArray };
  checkOptions(options, { of: "applyEdits", rules, needed: ["bytes", "edits"] });
  for (const [at, edit] of options.edits.entries())
    checkOptions<EditRequest>(edit, { of: `edits[${at}] of applyEdits`, rules: REQUEST });
}

/** Throws a `TypeError` for what is no new content of a file. */
export function checkWrite(options: object): void {
  const rules = { path: aText, before: bytes, content: aText };
  checkOptions(options, { of: "planWrite", rules, needed: ["content"] });
}

/** Throws a `TypeError` for what no patch can be planned with. */
export function checkPlan(options: object): void {
  const rules = { patch: aText, fileAt: aFunction, resolvePath: aFunction };
  checkOptions(options, { of: "planPatch", rules, needed: ["patch", "fileAt"] });
}

/** Throws a `TypeError` for what makes no diff. */
export function checkDiff(options: object): void {
  const rules = { path: aText, before: aText, after: aText, maxLines: aCount(1) };
  checkOptions(options, { of: "unifiedDiff", rules, needed: ["before", "after"] });
}
