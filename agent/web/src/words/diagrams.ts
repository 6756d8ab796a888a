import { inLanguage } from "@toolwright/view/internal/words";

/** Diagrams of Mermaid. */
export const diagramTexts = inLanguage("diagrams", {
  source: "Source",
  diagram: "Diagram",
  copySource: "Copy source",
  of: (source: string) => `Diagram: ${source}`,
  tooLarge: "The diagram is too large to be drawn; this is its source.",
  tooSlow: "The diagram took too long to be drawn; this is its source.",
  mistake: (line: number | undefined) =>
    `The diagram has a mistake${line === undefined ? "" : ` in line ${line}`}, so it cannot be drawn; this is its source.`,
});
