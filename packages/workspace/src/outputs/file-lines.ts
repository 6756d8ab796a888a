import { createReadStream } from "node:fs";
import { cutStart } from "@toolwright/core/internal";

/** A line longer than this is given without its rest, so that one endless line cannot fill the memory. In UTF-16 units. */
const MAX_LINE = 1024 * 1024;

/** The lines of a text file without their line feeds, streamed. Of a line over 1 MiB only the beginning. */
export async function* fileLines(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
    const text: string = chunk;
    let start = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
      yield cutStart(rest + text.slice(start, at), MAX_LINE);
      rest = "";
      start = at + 1;
    }
    if (rest.length < MAX_LINE) rest += text.slice(start);
  }
  if (rest !== "") yield cutStart(rest, MAX_LINE);
}
