import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { numberIn, textIn } from "@toolwright/view";
import { useMemo } from "react";
import { CallArguments } from "./frame/call-arguments.tsx";
import { ToolCard } from "./frame/tool-card.tsx";
import { LongText } from "./long-text.tsx";
import { resultParts } from "./result-parts.ts";
import { SafeLink } from "./safe-link.tsx";
import { type FoundPage, foundPages, pageText, titleOf } from "./web-pages.ts";

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
      {title === undefined ? null : <p className="tw-page-title">{title}</p>}
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
          {page.text === "" ? null : <p className="tw-note">{page.text.slice(0, 600)}</p>}
        </li>
      ))}
    </ul>
  );
}

function keyOf({ url }: FoundPage, place: number): string {
  return `${place} ${url}`;
}
