import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkdownText } from "./markdown-text.tsx";

const diagrams = (text: string) =>
  renderToStaticMarkup(<MarkdownText text={text} />).split('class="diagram"').length - 1;

describe("markDiagrams", () => {
  it.each([
    "```mermaid\ngraph TD\nA-->B\n```",
    "~~~~ Mermaid \ngraph TD\n~~~\nA-->B\n~~~~",
    "> ```mermaid\n> graph TD\n> ```",
    "- a\n\n  ```mermaid\n  graph TD\n  ```",
    "before\n\n```mermaid\ngraph TD\n```\n\nafter",
  ])("takes a fence that is closed for a diagram: %j", (text) => {
    expect(diagrams(text)).toBe(1);
  });

  it.each([
    "```mermaid\ngraph TD\nA-->B",
    "```mermaid\ngraph TD\n``",
    "````mermaid\ngraph TD\n```",
    "```mermaid\ngraph TD\nA-->B ```",
    "```mermaid-like\nA\n```",
    "```js\nmermaid\n```",
    "    ```mermaid\n    graph TD\n    ```",
  ])("leaves one that is still written, and other code: %j", (text) => {
    expect(diagrams(text)).toBe(0);
  });

  it("finds each of two, and keeps what stands around them", () => {
    expect(diagrams("```mermaid\ngraph TD\n```\n\nand\n\n```mermaid\npie\n```")).toBe(2);
  });
});
