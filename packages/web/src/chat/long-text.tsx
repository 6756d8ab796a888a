import { shortNumber, spelledOut } from "@toolwright/view";
import { useState } from "react";

/** Characters that are shown of a long text until the user wants all. */
const SHOWN = 20_000;

/** Text as it is, but for what could fake it: the beginning of one that is long, with a button for the rest. */
export function LongText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= SHOWN)
    return (
      <div className="plain-text" dir="auto">
        {spelledOut(text)}
      </div>
    );
  return (
    <div>
      <div className="plain-text" dir="auto">{`${spelledOut(text.slice(0, SHOWN))} …`}</div>
      <button type="button" className="quiet picker" onClick={() => setWhole(true)}>
        {`Show all ${shortNumber(text.length)} characters`}
      </button>
    </div>
  );
}
