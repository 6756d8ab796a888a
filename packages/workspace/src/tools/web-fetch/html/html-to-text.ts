import { readHtml } from "./html-events.ts";
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
