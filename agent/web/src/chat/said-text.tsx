import { spelledOnOneLine } from "@toolwright/view/internal";
import { LongText } from "./long-text.tsx";
import { saidParts } from "./said-parts.ts";

/** What a user wrote; of a file that went with it the name, which opens to what it says. */
export function SaidText({ text }: { readonly text: string }) {
  return saidParts(text).map((part, place) =>
    part.type === "words" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not change.
      <LongText key={place} text={part.text} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same.
      <details key={place} className="said-file">
        <summary>{spelledOnOneLine(part.name)}</summary>
        <LongText text={part.text} scrolls />
      </details>
    ),
  );
}
