import { fileReference } from "./file-reference.ts";
import { type ProseNode, replaceTexts } from "./replace-texts.ts";

/** Elements that lead somewhere, or show as it is what stands in them. */
const LEFT = new Set(["a", "code", "pre"]);
/** A word that may be a line of a file in a folder; signs that end a sentence or enclose it are none of it. */
const CANDIDATE = /(?<=^|[\s("'])[\w.@+/-]{1,200}(?::|#L)\d{1,7}(?=$|[\s)"',;]|[.:](?:\s|$))/g;

/**
 * A step behind the parser: `src/app.js:3` leads to its file in prose too. A name without a folder may as well be that
 * of a server.
 */
export function placeFiles(): (tree: ProseNode) => void {
  return (tree) => replaceTexts(tree, placed, (tagName) => LEFT.has(tagName));
}

function placed(text: string): ProseNode[] {
  const pieces: ProseNode[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(CANDIDATE)) {
    if (!word.includes("/") || fileReference(word) === undefined) continue;
    pieces.push({ type: "text", value: text.slice(from, index) }, leading(word));
    from = index + word.length;
  }
  return [...pieces, { type: "text", value: text.slice(from) }];
}

function leading(word: string): ProseNode {
  const children: ProseNode[] = [{ type: "text", value: word }];
  return { type: "element", tagName: "span", properties: { dataFile: word }, children };
}
