import { Markdown } from "@earendil-works/pi-tui";
import { describe, expect, it, vi } from "vitest";
import { printable } from "../../text/printable.ts";
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

  it.each([
    ["quotes in each other", "> ".repeat(200)],
    ["lists in each other", "1. ".repeat(3_000)],
    ["emphasis that does not end", "*a _b ".repeat(1_300)],
    ["what nobody sees", "\u200b".repeat(8_000)],
  ])("is shown as it was written where a parser would be kept busy: %s", (_, text) => {
    const parsed = vi.spyOn(Markdown.prototype, "render");
    const lines = shown(`${text}x`).join("").replaceAll(" ", "");
    expect(parsed).not.toHaveBeenCalled();
    parsed.mockRestore();
    expect(lines).toContain(printable(text).replaceAll(" ", "").slice(0, 400));
  });
});
