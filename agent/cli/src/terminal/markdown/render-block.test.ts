import { describe, expect, it } from "vitest";
import { stylesFor } from "../styles.ts";
import { MarkdownBlocks } from "./markdown-blocks.ts";
import { renderBlock } from "./render-block.ts";

function shown(text: string): readonly string[] {
  const blocks = new MarkdownBlocks();
  const styles = stylesFor(false, {});
  return [...blocks.push(text), ...blocks.end()].flatMap((block) => renderBlock(block, styles, 60));
}

describe("a block of Markdown on a terminal", () => {
  it("has headings without their signs, however deep", () => {
    expect(shown("# One\n### Three\n###### Six\n")).toEqual(["One", "Three", "Six"]);
  });

  it("has code in lists without its fences, apart by a line", () => {
    expect(shown("- one\n  ```ts\n  const a = 1;\n  ```\n- two\n")).toEqual([
      "- one",
      "",
      "    const a = 1;",
      "",
      "- two",
    ]);
    expect(shown("1. one\n   ```\n   a\n\n\n   b\n   ```\n")).toEqual(["1. one", "", "     a", "", "", "     b"]);
    expect(shown("    indented\n")).toEqual(["  indented"]);
  });

  it("has images with their address, as links have theirs", () => {
    expect(shown('See ![a cat](https://a.org/cat.png "Tom") here.')).toEqual([
      "See image: a cat (https://a.org/cat.png) here.",
    ]);
    expect(shown("![](b.png)")).toEqual(["image (b.png)"]);
    expect(shown("[![build](https://a.org/b.svg)](https://b.org)")).toEqual([
      "image: build (https://a.org/b.svg), link (https://b.org)",
    ]);
  });

  it("leaves code as it was written", () => {
    expect(shown("`![a](b)` and `### c`")).toEqual(["![a](b) and ### c"]);
    expect(shown("- x\n  ```md\n  ![a](b)\n  ```\n")).toEqual(["- x", "", "    ![a](b)"]);
  });
});
