import { fieldIn, textIn } from "@toolwright/view";

/** One page that a search has found. */
export interface FoundPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Pages that are shown. */
const MOST = 50;

/** The pages in a search's result: a list of `{url, title?, text?}`, or one under `results`. Empty for every other result. */
export function foundPages(result: unknown): readonly FoundPage[] {
  const list = Array.isArray(result) ? result : fieldIn(result, "results");
  if (!Array.isArray(list)) return [];
  return list.slice(0, MOST).flatMap((entry) => {
    const url = textIn(entry, "url") ?? textIn(entry, "link");
    if (url === undefined) return [];
    const text = textIn(entry, "text") ?? textIn(entry, "snippet") ?? textIn(entry, "content") ?? "";
    return [{ url, title: textIn(entry, "title") ?? url, text }];
  });
}

const OPENING = /^<untrusted url="[^"\n]*">\n/;
const CLOSING = "\n</untrusted>";

/** The text of a fetched page, without the marks that tell a model not to trust it. */
export function pageText(text: string): string {
  const opening = OPENING.exec(text);
  if (opening === null) return text;
  const end = text.lastIndexOf(CLOSING);
  return end === -1 ? text : text.slice(opening[0].length, end) + text.slice(end + CLOSING.length);
}

/** The first heading of a page that is Markdown, if it stands near the beginning. */
export function titleOf(text: string): string | undefined {
  const [, title] = /^# (.+)$/m.exec(text.slice(0, 2_000)) ?? [];
  return title?.slice(0, 300);
}
