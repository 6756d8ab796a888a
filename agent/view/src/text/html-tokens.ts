/** A piece of code that looks the same. */
export interface HtmlToken<K> {
  readonly text: string;
  readonly kind: K;
}

const PIECE = /<span class="([^"]*)">|(<\/span>)|&(amp|lt|gt|quot|#x27);|([^<&]+|[<&])/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/**
 * What highlight.js has written as HTML, as lines of tokens: it is read, and never shown as it is. `kindOf` is given
 * the name of a class without its prefix (`title`, of `hljs-title function_`); where it gives nothing, a token is what
 * it stands in, and `plain` outside of all.
 */
export function htmlTokens<K>(html: string, plain: K, kindOf: (name: string) => K | undefined): HtmlToken<K>[][] {
  const lines: HtmlToken<K>[][] = [[]];
  const kinds: K[] = [];
  for (const [, names, closing, entity, text] of html.matchAll(PIECE)) {
    const kind = kinds.at(-1) ?? plain;
    if (names !== undefined) kinds.push(kindOf(names.replace(/ .*/, "").replace("hljs-", "")) ?? kind);
    else if (closing !== undefined) kinds.pop();
    else add(lines, entity === undefined ? (text ?? "") : (ENTITIES[entity] ?? ""), kind);
  }
  return lines;
}

function add<K>(lines: HtmlToken<K>[][], text: string, kind: K): void {
  for (const [place, piece] of text.split("\n").entries()) {
    if (place > 0) lines.push([]);
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (piece === "" || line === undefined) continue;
    if (last?.kind === kind) line.splice(-1, 1, { text: last.text + piece, kind });
    else line.push({ text: piece, kind });
  }
}
