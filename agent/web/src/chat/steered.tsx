import { listIn, textIn } from "@toolwright/view/internal";
import { chatTexts } from "../words/chat.ts";
import { SaidText } from "./said-text.tsx";

/** What a person said while the run went on, where it was heard. */
export function Steered({ data }: { readonly data: unknown }) {
  const texts = listIn(data, "content").map((part) => textIn(part, "text") ?? "[attached]");
  const said = textIn(data, "content") ?? texts.join("\n");
  return (
    <div className="steered">
      <div className="bubble" role="note" aria-label={chatTexts.youDuringRun} dir="auto">
        <SaidText text={said} />
      </div>
    </div>
  );
}
