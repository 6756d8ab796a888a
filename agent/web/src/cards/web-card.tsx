import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { fieldIn, numberIn, spelledOnOneLine, spelledOut, textIn } from "@toolwright/view/internal";
import { useMemo } from "react";
import { CallArguments } from "./frame/call-arguments.tsx";
import { ToolCard } from "./frame/tool-card.tsx";
import { LongText } from "./long-text.tsx";
import { resultParts } from "./result-parts.ts";
import { SafeLink } from "./safe-link.tsx";

/** `web_fetch` and tools that search the web: addresses as links, titles, texts. */
export function WebCard(call: ToolCallMessagePartProps) {
  const { args, result, artifact, isError } = call;
  const url = textIn(args, "url");
  const status = numberIn(artifact, "status");
  const pages = useMemo(() => (isError === true ? [] : foundPages(result)), [result, isError]);
  const facts = status === undefined || status < 300 ? [] : [`HTTP ${status}`];
  return (
    <ToolCard call={call} about={url ?? textIn(args, "query")} facts={facts}>
      {url === undefined && pages.length === 0 ? <CallArguments call={call} /> : null}
      {url === undefined ? null : <SafeLink address={textIn(artifact, "url") ?? url} />}
      {pages.length > 0 ? <Pages pages={pages} /> : null}
      {pages.length === 0 && isError !== true ? <Page result={result} /> : null}
    </ToolCard>
  );
}

function Page({ result }: { readonly result: unknown }) {
  const text = useMemo(() => pageText(resultParts(result).text), [result]);
  if (text === "") return null;
  const title = titleOf(text);
  return (
    <div className="tw-result">
      {title === undefined ? null : (
        <p className="tw-page-title" dir="auto">
          {spelledOnOneLine(title)}
        </p>
      )}
      <LongText text={text} />
    </div>
  );
}

function Pages({ pages }: { readonly pages: readonly FoundPage[] }) {
  return (
    <ul className="tw-pages">
      {pages.map((page, place) => (
        <li key={keyOf(page, place)}>
          <SafeLink address={page.url} text={page.title} />
          {page.text === "" ? null : (
            <p className="tw-note" dir="auto">
              {spelledOut(page.text.slice(0, 600))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function keyOf({ url }: FoundPage, place: number): string {
  return `${place} ${url}`;
}

/** One page that a search has found. */
interface FoundPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Pages that are shown. */
const MOST = 50;

/**
 * The pages in a search's result: a list of `{url, title?, text?}`, or one under `results`. Empty for every other
 * result.
 */
function foundPages(result: unknown): readonly FoundPage[] {
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
function pageText(text: string): string {
  const opening = OPENING.exec(text);
  if (opening === null) return text;
  const end = text.lastIndexOf(CLOSING);
  return end === -1 ? text : text.slice(opening[0].length, end) + text.slice(end + CLOSING.length);
}

/** The first heading of a page that is Markdown, if it stands near the beginning. */
function titleOf(text: string): string | undefined {
  const [, title] = /^# (.+)$/m.exec(text.slice(0, 2_000)) ?? [];
  return title?.slice(0, 300);
}
