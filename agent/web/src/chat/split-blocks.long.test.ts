import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { describe, expect, it, vi } from "vitest";
import { markdownParser } from "./markdown-parser.ts";
import { GrowingBlocks, splitBlocks } from "./split-blocks.ts";

/** How many texts each property is tried with. */
const RUNS = process.env.LONG_PLAY === undefined ? 25 : 500;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const render = (children: string) =>
  renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, children)).replaceAll("\n", "");

describe("splitBlocks", () => {
  it("does not split fences, lists, tables and HTML", () => {
    const whole = [
      "```js\na\n\nb\n```",
      "- a\n\n- b\n\n  more\n  ```\n  x\n\n  y\n  ```\n",
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "<pre>\na\n\nb</pre>",
      "~~~\nopen\n\nfence",
      "Title\n=====",
      "\ttab\n\n-",
    ];
    for (const text of whole) expect(splitBlocks(text)).toEqual([text]);
  });

  it("splits what stands beside each other", () => {
    expect(splitBlocks("# a\nb\n\n\n- c\n\nd\n \n```\n\n```\n\n    e\n\nf")).toEqual([
      "# a\nb\n\n\n",
      "- c\n\n",
      "d\n \n",
      "```\n\n```\n\n    e\n\nf",
    ]);
  });

  it("keeps together what is folded, also while it is written, as long as it is not too long to be read anew", () => {
    const fold = "<details>\n<summary>a</summary>\n\nb\n\n<details>\n\nc\n\n</details>\n\nd\n\n</details>\n\n";
    expect(splitBlocks(`x\n\n${fold}y\n\nz`)).toEqual(["x\n\n", fold, "y\n\n", "z"]);
    expect(splitBlocks(`x\n\n${fold.slice(0, 50)}`)).toEqual(["x\n\n", fold.slice(0, 50)]);
    expect(splitBlocks(fold.replace("b", "b\n\n".repeat(10_000))).length).toBeGreaterThan(10_000);
    expect(splitBlocks("`<details>`\n\na")).toHaveLength(2);
  });

  it("keeps a text whole in which one place defines what another shows", () => {
    const text = "See [this].\n\n[this]: https://example.org";
    expect(splitBlocks(text)).toEqual([text]);
    expect(splitBlocks("a[^1]\n\n[^1]: note")).toHaveLength(1);
  });

  it("keeps of a text that grows its blocks alone, not each text that they were found in", () => {
    const paragraph = `${"word ".repeat(40)}\n\n`;
    const whole = paragraph.repeat(500);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    let blocks: readonly string[] = [];
    for (let end = paragraph.length; end <= whole.length; end += paragraph.length) {
      blocks = splitBlocks(Buffer.from(whole.slice(0, end)).toString(), blocks);
    }
    collectGarbage();
    const kept = process.memoryUsage().heapUsed - before;
    expect(blocks).toHaveLength(500);
    expect(kept).toBeLessThan(10 * whole.length);
  });

  it.each([
    ["a table", "| a | b |\n|---|---|\n", "| 1 | 2 |\n"],
    ["a list", "", "- an item of it\n\n"],
    ["a fence", "```js\n", "let x = 1;\n\n"],
    ["a table with a paragraph behind it", `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(1_000)}\n`, "word and "],
  ])("parses as much of %s that grows as a few times its length", (_, begin, piece) => {
    const parse = vi.spyOn(markdownParser, "parse");
    const growing = new GrowingBlocks();
    let text = begin;
    let blocks: readonly string[] = [];
    for (let count = 0; count < 250; count += 1) blocks = growing.of((text += piece.repeat(4)));
    const parsed = parse.mock.calls.reduce((sum, [one]) => sum + String(one).length, 0);
    parse.mockRestore();
    expect(blocks.join("")).toBe(text);
    expect(parsed).toBeLessThan(25 * text.length);
  });

  it("has one block for no text", () => {
    expect(splitBlocks("")).toEqual([]);
    expect(splitBlocks("\n \n")).toEqual(["\n \n"]);
  });
});

const LINES = [
  "a",
  "b *c",
  "*d*",
  "",
  "",
  "- x",
  "  - y",
  "    z",
  "2",
  "2.",
  "1. n",
  "```",
  "~~~",
  "  ```",
  "> q",
  ">",
  "| a | b |",
  "|---|---|",
  "# h",
  "===",
  "---",
  "<pre>",
  "</pre>",
  "<div>",
  "</div>",
  "<!--",
  "-->",
  "<details>",
  "</details>",
  "\ttab",
  "* * *",
  "`i",
  "- [ ] t",
  "$",
  "\\",
  "-",
]; // prettier-ignore
const texts = fc.array(fc.constantFrom(...LINES), { maxLength: 30 }).map((lines) => lines.join("\n"));

describe("splitBlocks, on any text", () => {
  it("loses nothing, and renders the same block by block", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const blocks = splitBlocks(text);
        expect(blocks.join("")).toBe(text);
        expect(blocks.map(render).join("")).toBe(render(text));
      }),
      { numRuns: RUNS },
    );
  });

  it("comes to the same while a text grows", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(9), { minLength: 1 }), (text, steps) => {
        let blocks: readonly string[] = [];
        for (let end = 0, turn = 0; end <= text.length; end += 1 + (steps[turn++ % steps.length] ?? 0)) {
          blocks = splitBlocks(text.slice(0, end), blocks);
          expect(blocks).toEqual(splitBlocks(text.slice(0, end)));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("renders the same block by block while a long text grows", () => {
    const long = fc.constantFrom(
      "| a | b |\n|---|---|\n",
      "- an item of a list\n\n",
      "```\nlet a;\n\n",
      "> quoted ",
      "",
    );
    fc.assert(
      fc.property(long, texts, fc.nat(9), (begin, text, step) => {
        const whole = `${begin.repeat(110)}\n${text}`;
        const growing = new GrowingBlocks();
        for (let end = 0; end < whole.length; end += end < 1_900 ? 500 : step + 15) {
          const shown = whole.slice(0, end);
          const blocks = growing.of(shown);
          expect(blocks.join("")).toBe(shown);
          if (end > 1_900) expect(blocks.map(render).join("")).toBe(render(shown));
        }
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });
});
