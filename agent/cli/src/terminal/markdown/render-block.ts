import { stripVTControlCharacters } from "node:util";
import { Markdown, type MarkdownTheme, setCapabilityOverrides, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { isTooMuch } from "@toolwright/view/internal";
import { printable } from "../../text/printable.ts";
import type { Styles } from "../styles.ts";
import { highlighted } from "./highlight.ts";
import type { MarkdownBlock } from "./markdown-blocks.ts";
import { outsideCode } from "./outside-code.ts";

// The address of a link is always written out: a text that hides it is how a reader is misled.
setCapabilityOverrides({ hyperlinks: false, images: null });

/** A block as lines of a terminal, in at most so many columns. Whatever could act on the terminal is spelled out. */
export function renderBlock(block: MarkdownBlock, styles: Styles, width: number): readonly string[] {
  const text = printable(block.text);
  const room = Math.max(width, 1);
  if (block.kind === "code") return codeLines(text, block.language, styles);
  if (isTooMuch(text) || text.length > LONGEST) return text.split("\n").flatMap((line) => wrapTextWithAnsi(line, room));
  const options = { renderLatex: false, preserveOrderedListMarkers: true };
  const markdown = new Markdown(outsideCode(text, drawable), 0, 0, themeOf(styles), undefined, options);
  return withoutFences(markdown.render(room).map((line) => line.trimEnd()));
}

/** Characters of prose that is drawn: a block is longer only where most of it had to be spelled out. */
const LONGEST = 20_000;

const BADGE = /\[!\[([^\]\n]{0,300})\]\(([^\s)]+)\)\]\(([^\s)]+)\)/g;
const IMAGE = /!\[([^\]\n]{0,300})\]\(\s*([^\s)]+)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g;
const DEEP_HEADING = /^( {0,3})#{3,6}(?=\s)/gm;

/** An image is told as a link is, with its address; a heading has no signs before it. */
function drawable(prose: string): string {
  return prose
    .replace(BADGE, (_, alt, image, link) => `${imageLink(alt, image)}, [link](${link})`)
    .replace(IMAGE, (_, alt, image) => imageLink(alt, image))
    .replace(DEEP_HEADING, "$1##");
}

function imageLink(alt: string, address: string): string {
  return `[image${alt === "" ? "" : `: ${alt}`}](${address})`;
}

/** Stands for a fence: no text holds it once it is printable. */
const FENCE = "\0";

/** Where the fences of a code in a list were, a line is left free. */
function withoutFences(lines: readonly string[]): readonly string[] {
  const texts = lines.map((line) => stripVTControlCharacters(line).trim());
  return lines.flatMap((line, at) => {
    if (texts[at] !== FENCE) return [line];
    return texts[at - 1] && texts[at + 1] ? [""] : [];
  });
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
    codeBlockBorder: () => FENCE,
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
