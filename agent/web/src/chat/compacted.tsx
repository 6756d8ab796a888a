import { numberIn, shortNumber, textIn } from "@toolwright/view/internal";
import { chatTexts } from "../words/chat.ts";
import { LongText } from "./long-text.tsx";

/** That a summary took the place of older messages for the model, and what it says; here they stand as they were. */
export function Compacted({ data }: { readonly data: unknown }) {
  const [before, after] = [numberIn(data, "before"), numberIn(data, "after")];
  const words =
    before === undefined || after === undefined
      ? chatTexts.summarised
      : chatTexts.summarisedTo(shortNumber(before), shortNumber(after));
  return (
    <details className="reasoning">
      <summary>{words}</summary>
      <LongText text={textIn(data, "summary") ?? ""} />
    </details>
  );
}
