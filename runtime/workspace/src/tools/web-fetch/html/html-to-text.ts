import { MarkdownListener, type MarkdownOptions } from "./markdown-listener.ts";

/** A page as Markdown, or as plain text. Takes time in proportion to the page, and lets other work run meanwhile. */
export async function htmlToText(html: string, options: MarkdownOptions, signal: AbortSignal): Promise<string> {
  const listener = new MarkdownListener(options);
  const { tooDeep } = await readHtml(html, listener, signal);
  const lines = String(listener).split("\n");
  const text = lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
  return tooDeep ? `${text}\n\n[the rest of the page is nested too deeply to be read]` : text;
}

/** What a reader of HTML hears, element by element. */
export interface HtmlListener {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  text(text: string): void;
  close(name: string): void;
}

/** How it ended. */
interface HtmlEnd {
  /** The page goes on, but its elements are nested too deeply. */
  readonly tooDeep: boolean;
}

/** Deeper is given up: looking for the beginning of an element costs as much as there are open ones. */
const MAX_DEPTH = 500;

/** So much is read between two looks at whether to go on. In UTF-16 units. */
const PIECE = 64 * 1024;

/** Reads a page as forgivingly as a browser and in one pass. Rejects when it is aborted. */
async function readHtml(html: string, listener: HtmlListener, signal: AbortSignal): Promise<HtmlEnd> {
  const { Parser } = await import("htmlparser2");
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth <= MAX_DEPTH) listener.open(name, new Map(Object.entries(attributes)));
    },
    ontext(text) {
      if (depth <= MAX_DEPTH) listener.text(text);
    },
    onclosetag(name) {
      if (depth <= MAX_DEPTH) listener.close(name);
      depth -= 1;
    },
  });
  for (let at = 0; at < html.length && depth <= MAX_DEPTH; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
  const tooDeep = depth > MAX_DEPTH;
  if (!tooDeep) parser.end();
  return { tooDeep };
}
