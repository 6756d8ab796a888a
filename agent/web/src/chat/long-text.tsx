import { shortNumber, spelledOut } from "@toolwright/view/internal";
import { useState } from "react";
import { chatTexts } from "../words/chat.ts";

/** Characters that are shown of a long text until the user wants all. */
const SHOWN = 20_000;

interface LongTextProps {
  readonly text: string;
  /** Whether its box is lower than it may be: then it has to be reached with the keyboard. */
  readonly scrolls?: boolean;
}

/** Text as it is, but for what could fake it: the beginning of one that is long, with a button for the rest. */
export function LongText({ text, scrolls = false }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const box = { className: "plain-text", dir: "auto", ...(scrolls && { tabIndex: 0 }) };
  if (isWhole || text.length <= SHOWN) return <div {...box}>{spelledOut(text)}</div>;
  return (
    <div>
      <div {...box}>{`${spelledOut(text.slice(0, SHOWN))} …`}</div>
      <button type="button" className="quiet picker" onClick={() => setWhole(true)}>
        {chatTexts.showAllCharacters(shortNumber(text.length))}
      </button>
    </div>
  );
}
