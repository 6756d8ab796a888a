import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MarkdownBlocks } from "./markdown-blocks.ts";

function blocksOf(...deltas: readonly string[]) {
  const blocks = new MarkdownBlocks();
  return [...deltas.flatMap((delta) => [...blocks.push(delta)]), ...blocks.end()];
}

const texts = (source: string) => blocksOf(source).map(({ kind, text }) => `${kind}: ${text}`);

describe("MarkdownBlocks", () => {
  it("ends a paragraph at a blank line, a heading at its line, a list where something else begins", () => {
    expect(texts("# Title\none\ntwo\n\n- a\n\n- b\n  more\n\nthree\n- c")).toEqual([
      "prose: # Title",
      "prose: one\ntwo",
      "prose: - a\n\n- b\n  more",
      "prose: three",
      "prose: - c",
    ]);
  });

  it("takes what is between fences as it is, and a fence in an item as part of it", () => {
    expect(texts("see:\n```js\nlet a;\n\n# no heading\n```\nend")).toEqual([
      "prose: see:",
      "code: let a;\n\n# no heading",
      "prose: end",
    ]);
    expect(blocksOf("~~~py\nx\n")).toEqual([{ kind: "code", language: "py", text: "x", joins: false }]);
    expect(texts("- a\n  ```\n  x\n\n  y\n  ```\n- b\n")).toEqual(["prose: - a\n  ```\n  x\n\n  y\n  ```\n- b"]);
  });

  it("says the same however it is cut", () => {
    const line = fc.constantFrom("", "- a", "  b", "# c", "```js", "```", "text", "| a | b |", "~~~", "1. x", "    y");
    const source = fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(source, fc.array(fc.nat(200)), (text, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        expect(blocksOf(...pieces)).toEqual(blocksOf(text));
      }),
    );
  });

  it("loses no line of a text without fences", () => {
    const word = fc.constantFrom("", "- a", "  b", "# c", "text", "1. x");
    fc.assert(
      fc.property(fc.array(word), (lines) => {
        const said = blocksOf(lines.join("\n")).flatMap(({ text }) => text.split("\n"));
        const trimmed = (all: readonly string[]) => all.map((line) => line.trim()).filter(Boolean);
        expect(trimmed(said)).toEqual(trimmed(lines));
      }),
    );
  });

  it("keeps little that is not finished, whatever comes", () => {
    const endless = ["x".repeat(100), `\`\`\`js\n${"line\n".repeat(50)}`, "- item\n"];
    for (const delta of endless) {
      const blocks = new MarkdownBlocks();
      for (let count = 0; count < 2_000; count += 1) {
        blocks.push(delta);
        expect(blocks.rest.text.length).toBeLessThan(10_000);
      }
    }
  });
});
