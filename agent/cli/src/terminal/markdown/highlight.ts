import { type HtmlToken, htmlTokens } from "@toolwright/view/internal";
import type { HLJSApi } from "highlight.js";
import type { Styles } from "../styles.ts";

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
  const styled = ({ text, kind }: HtmlToken<Kind>) => (kind === "plain" ? text : styles[kind](text));
  return htmlTokens<Kind>(value, "plain", (token) => KINDS[token] ?? "plain").map((line) => line.map(styled).join(""));
}

type Kind = Exclude<keyof Styles, "look"> | "plain";

/** Kinds of tokens as the highlighter calls them. */
const KINDS: Readonly<Record<string, Kind | undefined>> = Object.assign(Object.create(null), {
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
