import type { Conversation, OutputCache } from "@toolwright/core";

const PREFIX = "toolwright://outputs/";
/** Characters of one kept output that are read at once. */
const MAX_TEXT = 1024 * 1024;

/** Where the rest of a long output is read. */
export const OUTPUT_TEMPLATE = `${PREFIX}{id}{?from}`;

/** The address under which a client reads an output that was cut. */
export function outputUri(id: string): string {
  return `${PREFIX}${id}`;
}

/** What is read of the outputs. */
export interface OutputReading {
  readonly uri: string;
  readonly cache: OutputCache | false;
  readonly owner: Conversation;
}

/**
 * A kept output from the character on that its address names; undefined for an unknown one. What is long is read in
 * pieces.
 */
export async function keptText({ uri, cache, owner }: OutputReading): Promise<string | undefined> {
  const [, id, from = "0"] = /^toolwright:\/\/outputs\/([\w-]+)(?:\?from=(\d{1,15}))?$/.exec(uri) ?? [];
  if (id === undefined || cache === false) return undefined;
  const lines = await cache.lines(id, owner);
  if (lines === undefined) return undefined;
  let [skip, text, isFirst] = [Number(from), "", true];
  for await (const line of lines) {
    const piece = isFirst ? line : `\n${line}`;
    isFirst = false;
    if (skip >= piece.length) {
      skip -= piece.length;
      continue;
    }
    text += piece.slice(skip, skip + MAX_TEXT + 1);
    skip = 0;
    if (text.length > MAX_TEXT) return cut(text, id, Number(from));
  }
  return text;
}

function cut(text: string, id: string, from: number): string {
  const piece = text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, "");
  return `${piece}\n[It goes on: ${outputUri(id)}?from=${from + piece.length}]`;
}
