import { listIn, textIn } from "@toolwright/view/internal";
import { SaidText } from "./said-text.tsx";

/** What a person said while the run went on, where it was heard. */
export function Steered({ data }: { readonly data: unknown }) {
  const texts = listIn(data, "content").map((part) => textIn(part, "text") ?? "[attached]");
  const said = textIn(data, "content") ?? texts.join("\n");
  return (
    <div className="steered">
      <div className="bubble" role="note" aria-label="You, during the run" dir="auto">
        <SaidText text={said} />
      </div>
    </div>
  );
}
