import { BLANK, type Finds } from "./find-values.ts";

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
