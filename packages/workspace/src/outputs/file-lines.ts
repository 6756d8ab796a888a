import { createReadStream } from "node:fs";

/** The lines of a text file without their line feeds, streamed: no more than one line, and what an entry may hold, is in memory. */
export async function* fileLines(path: string): AsyncGenerator<string> {
  let open: string[] = [];
  for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
    const text: string = chunk;
    let start = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
      open.push(text.slice(start, at));
      yield open.join("");
      open = [];
      start = at + 1;
    }
    open.push(text.slice(start));
  }
  const rest = open.join("");
  if (rest !== "") yield rest;
}
