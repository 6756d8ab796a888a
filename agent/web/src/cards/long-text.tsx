import { spelledOut, wholeNumber } from "@toolwright/view/internal";
import { useState } from "react";
import { cardsTexts } from "../words/cards.ts";

/** Characters that are shown at first, and at most. */
const FIRST = 20_000;
const MOST = 1_000_000;

interface LongTextProps {
  readonly text: string;
  readonly className?: string;
  /** Where its lines begin; default: where their letters say. */
  readonly dir?: "ltr" | "auto";
}

/** A text with its lines, of which a long one is cut until the user wants all of it. */
export function LongText({ text, className = "tw-text", dir = "auto" }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = text.slice(0, isWhole ? MOST : FIRST);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too. */}
      <pre className={className} dir={dir} tabIndex={0}>
        {spelledOut(shown)}
      </pre>
      {text.length <= FIRST || isWhole ? null : (
        <button type="button" className="tw-more" onClick={() => setWhole(true)}>
          {cardsTexts.showAllCharacters(wholeNumber(text.length))}
        </button>
      )}
      {isWhole && text.length > MOST ? (
        <p className="tw-note">{cardsTexts.moreCharacters(wholeNumber(text.length - MOST))}</p>
      ) : null}
    </>
  );
}
