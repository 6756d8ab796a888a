import hljs from "highlight.js/lib/core";
import { loadGrammar } from "./grammars.ts";
import { tokensOfHtml } from "./tokens-of-html.ts";

/** What the page asks for. */
export interface HighlightRequest {
  readonly id: number;
  readonly code: string;
  readonly language: string;
}

// A thread of its own: however long a grammar takes, the page goes on.
addEventListener("message", async ({ data }: MessageEvent<HighlightRequest>) => {
  const { id, code, language } = data;
  const lines = await highlighted(code, language).catch(() => undefined);
  postMessage({ id, lines });
});

async function highlighted(code: string, language: string) {
  if (hljs.getLanguage(language) === undefined) {
    const grammar = await loadGrammar(language);
    if (grammar === undefined) return undefined;
    hljs.registerLanguage(language, grammar);
  }
  return tokensOfHtml(hljs.highlight(code, { language, ignoreIllegals: true }).value);
}
