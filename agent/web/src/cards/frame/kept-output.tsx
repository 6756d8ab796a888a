import type { OutputPage } from "@toolwright/view";
import { numberIn, textIn, wholeNumber } from "@toolwright/view/internal";
import { use, useState } from "react";
import { cardsTexts } from "../../words/cards.ts";
import { KeptOutputsContext } from "../kept-outputs.ts";
import { LongText } from "../long-text.tsx";

/** What a call put out and the card shows the beginning of: how much there is, and all of it, page by page. */
export function KeptOutput({ kept }: { readonly kept: unknown }) {
  const outputs = use(KeptOutputsContext);
  const [pages, setPages] = useState<readonly OutputPage[]>([]);
  const [problem, setProblem] = useState<string>();
  const id = textIn(kept, "id");
  if (id === undefined) return null;
  const last = pages.at(-1);
  const next = last === undefined ? 0 : last.next;
  const more = async () => {
    const page = await outputs?.read(id, next ?? 0);
    if (typeof page === "string") setProblem(page);
    else if (page !== undefined) setPages([...pages, page]);
  };
  return (
    <div className="tw-result">
      <p className="tw-note">{cardsTexts.partOf(wholeNumber(numberIn(kept, "lines") ?? 0))}</p>
      {pages.map((page, place) => (
        <LongText key={keyOf(page, place)} text={page.text} />
      ))}
      {outputs === undefined || next === undefined ? null : (
        <button type="button" className="tw-more" onClick={more}>
          {last === undefined ? cardsTexts.showWhole : cardsTexts.showMore}
        </button>
      )}
      {problem === undefined ? null : <p className="tw-note">{problem}</p>}
    </div>
  );
}

/** What is read comes to the end, so that its place names it. */
function keyOf({ next }: OutputPage, place: number): string {
  return `${place} ${next ?? "end"}`;
}
