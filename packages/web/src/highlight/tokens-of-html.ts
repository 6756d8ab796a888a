import type { CodeLines, CodeToken } from "../cards/lines/highlighting.ts";

/** What each of the highlighter's classes is to a reader. */
const KINDS: ReadonlyMap<string, CodeToken["kind"]> = new Map(
  (
    [
      ["word", "keyword selector-tag"],
      ["note", "meta comment quote doctag"],
      ["text", "string regexp addition char"],
      ["number", "number literal symbol bullet deletion"],
      ["name", "title name attr attribute built_in type section property selector-class selector-id variable"],
    ] as const
  ).flatMap(([kind, classes]) => classes.split(" ").map((name) => [name, kind] as const)),
);

const PIECE = /<span class="([^"]*)">|(<\/span>)|&(amp|lt|gt|quot|#x27);|([^<&]+|[<&])/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** The highlighter's HTML as lines of tokens: it is read, and never put into the page as it is. */
export function tokensOfHtml(html: string): CodeLines {
  const lines: CodeToken[][] = [[]];
  const kinds: CodeToken["kind"][] = [""];
  for (const [, names, closing, entity, text] of html.matchAll(PIECE)) {
    if (names !== undefined) kinds.push(kindOf(names) ?? kinds.at(-1) ?? "");
    else if (closing !== undefined) kinds.pop();
    else add(lines, entity === undefined ? (text ?? "") : (ENTITIES[entity] ?? ""), kinds.at(-1) ?? "");
  }
  return lines;
}

/** `hljs-title function_` is a title. */
function kindOf(names: string): CodeToken["kind"] | undefined {
  const [first = ""] = names.split(" ", 1);
  return KINDS.get(first.replace("hljs-", ""));
}

function add(lines: CodeToken[][], text: string, kind: CodeToken["kind"]): void {
  for (const [place, piece] of text.split("\n").entries()) {
    if (place > 0) lines.push([]);
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (piece === "" || line === undefined) continue;
    if (last?.kind === kind) line.splice(-1, 1, { text: last.text + piece, kind });
    else line.push({ text: piece, kind });
  }
}
