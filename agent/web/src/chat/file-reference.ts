/** A place in a file of the agent's folder. */
export interface FileReference {
  readonly path: string;
  readonly line: number | undefined;
}

/** Characters of a reference. */
const LONGEST = 300;
const PATH = /^(?:\.{0,2}\/)?(?:[\w.@+-]+\/)*[\w.@+-]*\.[A-Za-z]\w{0,9}$/;
const LINE = /(?::|#L)(\d{1,7})(?:[-:]L?\d{1,7})?$/;

/**
 * `src/app.js:3`, `src/app.js#L3` or `src/app.js`; undefined for anything else. A bare name needs a line to be taken
 * for a file.
 */
export function fileReference(text: string): FileReference | undefined {
  if (text.length > LONGEST) return undefined;
  const [ending = "", line] = LINE.exec(text) ?? [];
  const path = text.slice(0, text.length - ending.length);
  if (!PATH.test(path) || (line === undefined && !path.includes("/"))) return undefined;
  return { path, line: line === undefined ? undefined : Number(line) };
}
