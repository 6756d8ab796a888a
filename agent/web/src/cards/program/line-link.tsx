import { use } from "react";
import { programCardTexts } from "../../words/program-card.ts";
import { LineLinksContext } from "./line-links.ts";

interface LineLinkProps {
  readonly line: number;
  /** What it leads from, in words. */
  readonly call: string;
}

/** Leads from a call to the line of the program that has made it. */
export function LineLink({ line, call }: LineLinkProps) {
  const { goToLine } = use(LineLinksContext);
  return (
    <button
      type="button"
      className="tw-line-link"
      aria-label={programCardTexts.toLine(line, call)}
      onClick={() => goToLine(line)}
    >
      {programCardTexts.line(line)}
    </button>
  );
}
