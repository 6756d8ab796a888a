import type { Shared } from "./shared.ts";

const PREFIX = "toolwright://outputs/";
/** Characters of one kept output that are read at once. */
const MAX_TEXT = 4 * 1024 * 1024;

/** The address under which a client reads an output that was cut. */
export function outputUri(id: string): string {
  return `${PREFIX}${id}`;
}

/** The id in such an address. */
export function outputId(uri: string): string | undefined {
  return uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : undefined;
}

/** A kept output; undefined for an unknown one. */
export async function keptText({ runner, conversation }: Shared, id: string): Promise<string | undefined> {
  if (runner.outputCache === false) return undefined;
  const lines = await runner.outputCache.lines(id, conversation);
  if (lines === undefined) return undefined;
  const kept: string[] = [];
  let length = 0;
  for await (const line of lines) {
    length += line.length + 1;
    if (length > MAX_TEXT) return `${kept.join("\n")}\n[The rest is longer than can be read at once.]`;
    kept.push(line);
  }
  return kept.join("\n");
}
