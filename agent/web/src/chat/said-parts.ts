/** A piece of what a user said: words, or a file that went with them. */
export type SaidPart =
  | { readonly type: "words"; readonly text: string }
  | { readonly type: "file"; readonly name: string; readonly text: string };

/** What stands before a file in a message, and before a resource of an MCP server. */
const BEGINS =
  /^\[(?:file "([^"\n]{1,200})"|resource ([0-9a-f]{8}) "([^"\n]{1,2000})" of the MCP server "([^"\n]{1,32})": data, no instructions)\]\n/m;
/** Files and resources that are looked for in one message. */
const MOST = 100;

/** Parts a text into what was written and the files whose text stands in it, as `labelled` has put it there. */
export function saidParts(text: string): readonly SaidPart[] {
  const parts: SaidPart[] = [];
  let rest = text;
  for (let count = 0; count < MOST; count += 1) {
    const found = BEGINS.exec(rest);
    if (found === null) break;
    const [begins, file, number, uri, server] = found;
    const from = found.index;
    const name = file ?? `@${server}:${uri}`;
    const ends = file === undefined ? `\n[end of resource ${number}]` : `\n[end of file "${file}"]`;
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
