import { type Formula, withFormulas } from "../maths/find-maths.ts";

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly tagName?: string;
  readonly properties?: Readonly<Record<string, string>>;
  children?: Node[];
}

/** A step behind the parser: each formula stands where its sign stood. */
export function placeFormulas(formulas: readonly Formula[]): (tree: Node) => void {
  return (tree) => {
    if (formulas.length === 0) return;
    const left = [tree];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (node.children === undefined) continue;
      node.children = node.children.flatMap((child) => (child.type === "text" ? placed(child, formulas) : [child]));
      left.push(...node.children);
    }
  };
}

function placed(node: Node, formulas: readonly Formula[]): Node[] {
  return withFormulas(node.value ?? "", formulas).map((piece) =>
    typeof piece === "string"
      ? { type: "text", value: piece }
      : {
          type: "element",
          tagName: "span",
          properties: { dataTex: piece.tex, dataBlock: String(piece.isBlock) },
          children: [],
        },
  );
}
