import { useAuiState } from "@assistant-ui/react";
import { useId, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { cardsTexts } from "../../words/cards.ts";
import { CallsAt, type PartComponents } from "../frame/calls-at.tsx";
import { InFold } from "./chosen-cards.ts";
import { foldTime, foldWords } from "./fold-words.ts";

interface FoldProps {
  readonly places: readonly number[];
  readonly components: PartComponents;
}

/** Finished calls as one line that opens: the card of each stands inside. */
export function Fold({ places, components }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const words = useAuiState((s) => foldWords(places.map((place) => s.message.parts[place])));
  const time = useAuiState((s) => foldTime(places.map((place) => s.message.parts[place])));
  const ids = useAuiState((s) => places.map((place) => idOf(s.message.parts[place])).join(" "));
  return (
    <section className="tw-fold" aria-label={cardsTexts.finished(words)} data-calls={ids}>
      <button
        type="button"
        className="tw-fold-toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chevron" />
        <span dir="auto">{words}</span>
        {time === "" ? null : <span className="tw-card-fact tw-card-time">{` · ${time}`}</span>}
      </button>
      {isOpen ? (
        <InFold value={true}>
          <div className="tw-fold-body" id={bodyId}>
            <CallsAt places={places} components={components} />
          </div>
        </InFold>
      ) : null}
    </section>
  );
}

function idOf(part: { readonly type: string; readonly toolCallId?: string } | undefined): string {
  return part?.toolCallId ?? "";
}
