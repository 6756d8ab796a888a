import type { HLJSApi } from "highlight.js";
import type { Style, Styles } from "../styles.ts";

/** Longer lines are data, and cost a highlighter more than they tell a reader. */
const LONGEST_LINE = 1_000;

let loading: Promise<void> | undefined;
let loaded: HLJSApi | undefined;

/** Loads the highlighter, which takes longer than to start: when the first code is seen. Until then code is plain. */
export function loadHighlighter(): Promise<void> {
  loading ??= import("highlight.js/lib/common").then(({ default: highlighter }) => {
    loaded = highlighter;
  });
  return loading;
}

/** The lines of a code in colours; as they are where its language is not known. `code` must be printable already. */
export function highlighted(code: string, language: string, styles: Styles): readonly string[] {
  const plain = code.split("\n");
  if (styles.bold("a") === "a") return plain;
  void loadHighlighter().catch(() => undefined);
  const name = language.toLowerCase();
  if (loaded?.getLanguage(name) === undefined || plain.some((line) => line.length > LONGEST_LINE)) return plain;
  const { value } = loaded.highlight(code, { language: name, ignoreIllegals: true });
  return linesOf(value, styles);
}

/** The highlighter writes HTML: text with nested spans, and five characters escaped. */
const TOKEN = /<span class="([^"]*)">|<\/span>|[^<]+/g;

function linesOf(html: string, styles: Styles): readonly string[] {
  const open: (Style | undefined)[] = [];
  let text = "";
  for (const [token, classes] of html.matchAll(TOKEN)) {
    if (classes !== undefined) open.push(styleOf(classes, styles));
    else if (token === "</span>") open.pop();
    else text += painted(unescaped(token), open.at(-1));
  }
  return text.split("\n");
}

/** Each line by itself, so that lines can stand alone. */
function painted(text: string, style: Style | undefined): string {
  return style === undefined ? text : text.split("\n").map(style).join("\n");
}

const CHARACTERS: Readonly<Record<string, string | undefined>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => CHARACTERS[entity] ?? entity);
}

/** Kinds of tokens as the highlighter calls them, the first part of a class. */
const KINDS: Readonly<Record<string, Exclude<keyof Styles, "look"> | undefined>> = Object.assign(Object.create(null), {
  keyword: "magenta",
  literal: "magenta",
  built_in: "cyan",
  type: "cyan",
  class: "cyan",
  title: "blue",
  name: "blue",
  tag: "blue",
  attr: "cyan",
  attribute: "cyan",
  string: "green",
  regexp: "green",
  number: "yellow",
  symbol: "yellow",
  variable: "yellow",
  comment: "dim",
  meta: "dim",
  addition: "green",
  deletion: "red",
});

function styleOf(classes: string, styles: Styles): Style | undefined {
  const [, name = ""] = /^hljs-(\w+)/.exec(classes) ?? [];
  const kind = KINDS[name];
  return kind && styles[kind];
}
