import type { markdownParser } from "./markdown-parser.ts";

type Nodes = ReturnType<typeof markdownParser.parse>["children"];

/** Characters of a text from the beginning of one `<details>` to the end of the block in which it is closed. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

const TAG = /<(\/?)details(?: open)?[ \t]*>/gi;

/** What `<details>` folds among the blocks of a text of this length: one that is not closed yet reaches to its end. */
export function foldsOf(nodes: Nodes, length: number): readonly Fold[] {
  const folds: Fold[] = [];
  const opened: number[] = [];
  for (const node of nodes) {
    if (node.type !== "html") continue;
    const from = node.position?.start.offset ?? 0;
    for (const [, slash] of node.value.matchAll(TAG)) {
      if (slash !== "/") opened.push(from);
      else if (opened.length > 0) folds.push({ from: opened.pop() ?? 0, to: node.position?.end.offset ?? length });
    }
  }
  return [...folds, ...opened.map((from) => ({ from, to: length }))];
}
