import { spelledOnOneLine } from "@toolwright/view/internal";
import { markdownParser } from "../chat/markdown-parser.ts";

type Root = ReturnType<typeof markdownParser.parse>;
type Nodes = Root | Root["children"][number];

/** Signs whose other half was cut off, and those of headings that stood on a line of their own. */
const CUT = /(?<=^|[\s…])(?:[*_~]{2}|`+|#{1,6}\s)(?=\S)|(?<=\S)(?:[*_~]{2}|`+)(?=$|[\s….,;:!?)])/g;

/** A line that was cut out of Markdown, as it is read. */
export function PlainWords({ text }: { readonly text: string }) {
  return spelledOnOneLine(plainWords(text));
}

/** What a line that was cut out of Markdown says, without the signs. */
export function plainWords(line: string): string {
  return wordsOf(markdownParser.parse(line));
}

function wordsOf(node: Nodes): string {
  if ("children" in node) return node.children.map(wordsOf).join("");
  if (node.type === "text") return node.value.replace(CUT, "");
  if ("alt" in node) return node.alt ?? "";
  return "value" in node ? node.value : "";
}
