import { FORMS } from "./value-forms.ts";

export type ValueKind =
  | "code"
  | "quoted"
  | "url"
  | "email"
  | "zone"
  | "expression"
  | "command"
  | "datetime"
  | "date"
  | "time"
  | "path"
  | "glob"
  | "number"
  | "acronym"
  | "phrase"
  | "piece"
  | "tail"
  | "object";

/** A piece of a request that can be an argument, and where it stands. */
export interface Value {
  readonly kind: ValueKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The preposition in front of a phrase. */
  readonly lead?: string;
  /** A number, and the unit written against it: `s`, `%`, `$`. */
  readonly number?: number;
  readonly unit?: string;
  /** So plainly a value that a call which leaves it out is likely the wrong call. */
  readonly salient: boolean;
}

/** What was found, and the request with every find blanked out, all positions kept. */
export interface Finds {
  readonly values: readonly Value[];
  readonly rest: string;
}

/** Stands where a value was: no word contains it and no phrase runs over it. */
export const BLANK = "\ue000";

/** Finds everything in a request that has a recognisable form, the unmistakable forms first. */
export function findValues(request: string): Finds {
  const values: Value[] = [];
  let rest = request;
  for (const { kind, pattern, read, salient = true, overlay = false } of FORMS) {
    for (const match of rest.matchAll(pattern)) {
      const found = read(match[0], request.slice(0, match.index));
      if (found === undefined) continue;
      const { length, offset = 0, ...value } = found;
      const start = match.index + offset;
      values.push({ kind, start, end: start + length, salient, ...value });
      if (!overlay) rest = rest.slice(0, start) + BLANK.repeat(length) + rest.slice(start + length);
    }
  }
  return { values: values.sort((left, right) => left.start - right.start), rest };
}

const REFERENCE = /\b(?:it|them|(?:that|this|the same|the) (?:file|folder|directory|one))\b/i;

/** Whether a link of a chain speaks of what an earlier link was about. */
export function refersBack(request: string): boolean {
  return REFERENCE.test(request) || /\b(?:that|those|the results?|the output)\b/i.test(request);
}

/** Puts the path that "it" or "that file" stands for in its place, where there is one. */
export function replaceReferences(finds: Finds, path: string | undefined): Finds {
  const match = path === undefined ? null : REFERENCE.exec(finds.rest);
  if (path === undefined || match === null) return finds;
  const start = match.index;
  const end = start + match[0].length;
  const rest = finds.rest.slice(0, start) + BLANK.repeat(match[0].length) + finds.rest.slice(end);
  return { values: [...finds.values, { kind: "path", text: path, start, end, salient: false }], rest };
}
