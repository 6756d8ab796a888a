import { useEffect, useRef, useState } from "react";
import { chatTexts } from "../words/chat.ts";

interface FormulaViewProps {
  readonly tex: string;
  readonly isBlock: boolean;
}

/**
 * A formula as MathML, which browsers draw themselves; as it is written until the renderer is there, and where it is no
 * formula.
 */
export function FormulaView({ tex, isBlock }: FormulaViewProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isWanted = true;
    const draw = async () => {
      const { drawFormula } = await import("./draw-formula.ts");
      if (isWanted && place.current !== null) setDrawn(drawFormula(place.current, { tex, isBlock }));
    };
    draw().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [tex, isBlock]);
  // What scrolls has to be reached with the keyboard too.
  const scrolling = isBlock ? { "data-block": true, role: "group", "aria-label": chatTexts.formula, tabIndex: 0 } : {};
  return (
    <span className="formula" {...scrolling} dir="ltr">
      <span ref={place} />
      {isDrawn ? null : <code>{tex}</code>}
    </span>
  );
}
