import { type Formula, withFormulas } from "../maths/find-maths.ts";
import { type ProseNode, replaceTexts } from "./replace-texts.ts";

/** A step behind the parser: each formula stands where its sign stood. */
export function placeFormulas(formulas: readonly Formula[]): (tree: ProseNode) => void {
  return (tree) => {
    if (formulas.length > 0) replaceTexts(tree, (text) => placed(text, formulas));
  };
}

function placed(text: string, formulas: readonly Formula[]): ProseNode[] {
  return withFormulas(text, formulas).map((piece) =>
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
