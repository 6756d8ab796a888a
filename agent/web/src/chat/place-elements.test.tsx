import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkdownText } from "./markdown-text.tsx";

const render = (text: string) =>
  renderToStaticMarkup(<MarkdownText text={text} />)
    .replaceAll("\n", "")
    .replace(/^<div class="markdown">|<\/div>$/g, "");
const chapter = (html: string) => `<div class="chapter">${html}</div>`;

describe("HTML in an answer", () => {
  it("is drawn where it is a break, a key, or above or below the line", () => {
    expect(render("H<sub>2</sub>O, x<SUP>2</SUP><br>and<br/>**b**<br />")).toBe(
      chapter('<p dir="auto">H<sub>2</sub>O, x<sup>2</sup><br/>and<br/><strong>b</strong><br/></p>'),
    );
    expect(render("<kbd>Ctrl</kbd> + <kbd>*C*</kbd>")).toContain("<kbd>Ctrl</kbd> + <kbd><em>C</em></kbd>");
    expect(render("| a |\n|---|\n| b<br>c |")).toContain("b<br/>c");
  });

  it("is drawn where it folds what stands in it, with all its Markdown, also while it is written", () => {
    const text = "before\n\n<details>\n<summary>More</summary>\n\n- a\n\n```js\nlet b;\n```\n\n</details>\n\nafter";
    const html = render(text);
    expect(html).toContain('<details><summary>More</summary><ul><li dir="auto">a</li></ul><div class="code-block">');
    expect(html).toMatch(/<\/details>(<\/div><div class="chapter">)?<p dir="auto">after<\/p>/);
    expect(render(text.slice(0, text.indexOf("```")))).toMatch(/<li dir="auto">a<\/li><\/ul><\/details><\/div>$/);
    expect(render("<details open><summary>A</summary>b</details>")).toBe(
      chapter('<details open=""><summary>A</summary>b</details>'),
    );
  });

  it("is text in every other form", () => {
    for (const tag of ["<sub onclick=a>", "<br style=x>", "<details ontoggle=x>", "<kbd/x>", "<b>", "<summary a>"]) {
      expect(render(`a ${tag} b`)).toContain(tag.replace("<", "&lt;").replace(">", "&gt;"));
    }
    expect(render("a <sub>b</sup> c")).toContain("a &lt;sub&gt;b&lt;/sup&gt; c");
    expect(render("`a<br>` \\<br>")).not.toContain("<br");
  });

  it("has no element but those and those of Markdown, and keeps every word", () => {
    const names = ["br", "sub", "sup", "kbd", "details", "summary", "b", "script", "img"];
    const tags = names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} onclick=x>`, `<${name} open>`]);
    const pieces = fc.array(fc.constantFrom(...tags, "word", "\n", "\n\n", "- ", "> ", " "), { maxLength: 40 });
    const known = new Set(
      "div p h1 h2 hr ul li blockquote br sub sup kbd details summary pre code span button svg path".split(" "),
    );
    fc.assert(
      fc.property(pieces, (list) => {
        const html = render(list.join(""));
        expect([...html.matchAll(/<([a-z][a-z0-9]*)/g)].filter(([, name = ""]) => !known.has(name))).toEqual([]);
        expect(html.replace(/<[^>]*>/g, "").match(/word/g)?.length).toBe(list.join("").match(/word/g)?.length);
        expect(html.replace(/&[a-z]+;/g, "")).not.toMatch(/<[^>]*onclick/);
      }),
      { numRuns: 500 },
    );
  });

  it("is no deeper than a reader could follow", () => {
    expect(render(`${"<sub>".repeat(1_000)}end${"</sub>".repeat(1_000)}`).match(/<sub>/g)).toHaveLength(16);
  });
});
