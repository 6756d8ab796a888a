/** A piece of what a user said: words, or a file that went with them. */
export type SaidPart =
  | { readonly type: "words"; readonly text: string }
  | { readonly type: "file"; readonly name: string; readonly text: string };

/** What stands before a file in a message. */
const BEGINS = /^\[file "([^"\n]{1,200})"\]\n/m;
/** Files that are looked for in one message. */
const MOST = 100;

/** Parts a text into what was written and the files whose text stands in it, as `labelled` has put it there. */
export function saidParts(text: string): readonly SaidPart[] {
  const parts: SaidPart[] = [];
  let rest = text;
  for (let count = 0; count < MOST; count += 1) {
    const [begins, name] = BEGINS.exec(rest) ?? [];
    if (begins === undefined || name === undefined) break;
    const from = rest.indexOf(begins);
    const ends = `\n[end of file "${name}"]`;
    const to = rest.indexOf(ends, from + begins.length - 1);
    if (to === -1) break;
    parts.push(...words(rest.slice(0, from)), { type: "file", name, text: rest.slice(from + begins.length, to) });
    rest = rest.slice(to + ends.length);
  }
  return [...parts, ...words(rest)];
}

function words(text: string): readonly SaidPart[] {
  return text.trim() === "" ? [] : [{ type: "words", text: text.replace(/^\n|\n$/g, "") }];
}
