import { htmlTokens } from "@toolwright/view/internal";
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

/** The highlighter's HTML as lines of tokens. */
export function tokensOfHtml(html: string): CodeLines {
  return htmlTokens(html, "", (name) => KINDS.get(name));
}
