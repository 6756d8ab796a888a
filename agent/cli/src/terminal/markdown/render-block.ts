import { Markdown, type MarkdownTheme, setCapabilityOverrides } from "@earendil-works/pi-tui";
import { printable } from "../../text/printable.ts";
import type { Styles } from "../styles.ts";
import { highlighted } from "./highlight.ts";
import type { MarkdownBlock } from "./markdown-blocks.ts";

// The address of a link is always written out: a text that hides it is how a reader is misled.
setCapabilityOverrides({ hyperlinks: false, images: null });

/** A block as lines of a terminal, in at most so many columns. Whatever could act on the terminal is spelled out. */
export function renderBlock(block: MarkdownBlock, styles: Styles, width: number): readonly string[] {
  const text = printable(block.text);
  const room = Math.max(width, 1);
  if (block.kind === "code") return codeLines(text, block.language, styles);
  return new Markdown(text, 0, 0, themeOf(styles), undefined, { renderLatex: false, preserveOrderedListMarkers: true })
    .render(room)
    .map((line) => line.trimEnd());
}

/** Without a frame, so that it can be copied; a bar would be copied with it. */
function codeLines(code: string, language: string, styles: Styles): readonly string[] {
  return highlighted(code, language, styles).map((line) => `  ${line}`.trimEnd());
}

const themes = new WeakMap<Styles, MarkdownTheme>();

function themeOf(styles: Styles): MarkdownTheme {
  const known = themes.get(styles);
  if (known !== undefined) return known;
  const { bold, dim, italic, underline, strikethrough, cyan, blue } = styles;
  const theme: MarkdownTheme = {
    heading: cyan,
    link: blue,
    linkUrl: dim,
    code: cyan,
    codeBlock: (text) => text,
    codeBlockBorder: dim,
    quote: italic,
    quoteBorder: dim,
    hr: dim,
    listBullet: cyan,
    bold,
    italic,
    strikethrough,
    underline,
    highlightCode: (code, language = "") => [...highlighted(code, language, styles)],
  };
  themes.set(styles, theme);
  return theme;
}
