import { fieldIn } from "../wire/fields.ts";

/** Marks of a terminal text: how what stands behind them looks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a look begins with ESC
const MARK = /\u001b\[[\d;:]*m/g;

/** Changes of the look that are read. */
const MOST = 5_000;

const PARAMETERS = /^[\d;]{0,64}$/;

/** What a command printed, with its colours as marks where its artifact says where they stood (`looks`). */
export function withLooks(text: string, artifact: unknown): string {
  const looks = fieldIn(artifact, "looks");
  let marked = "";
  let from = 0;
  for (const place of Array.isArray(looks) ? looks.slice(0, MOST) : []) {
    const [at, parameters]: readonly unknown[] = Array.isArray(place) ? place : [];
    if (typeof at !== "number" || !(at >= from) || typeof parameters !== "string" || !PARAMETERS.test(parameters))
      continue;
    marked += `${text.slice(from, at)}\u001b[${parameters === "" ? "0" : `0;${parameters}`}m`;
    from = at;
  }
  return marked + text.slice(from);
}

/** The same text without marks. */
export function withoutLooks(text: string): string {
  return text.replace(MARK, "");
}
