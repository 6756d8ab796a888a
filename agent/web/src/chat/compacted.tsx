import { numberIn, shortNumber, textIn } from "@toolwright/view/internal";
import { LongText } from "./long-text.tsx";

/** That a summary took the place of older messages for the model, and what it says; here they stand as they were. */
export function Compacted({ data }: { readonly data: unknown }) {
  const [before, after] = [numberIn(data, "before"), numberIn(data, "after")];
  const sizes =
    before === undefined || after === undefined ? "" : `: ${shortNumber(before)} tokens became ${shortNumber(after)}`;
  return (
    <details className="reasoning">
      <summary>{`Older messages were summarised for the model${sizes}`}</summary>
      <LongText text={textIn(data, "summary") ?? ""} />
    </details>
  );
}
