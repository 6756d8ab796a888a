import { type ProgramCall, sourceLines } from "@toolwright/view/internal";
import { use, useMemo } from "react";
import { programCardTexts } from "../../words/program-card.ts";
import { LinesView } from "../lines/lines-view.tsx";
import { LineLinksContext } from "./line-links.ts";

interface ProgramSourceProps {
  readonly source: string;
  readonly calls: readonly ProgramCall[];
}

/** The lines of a program. The number of a line that has made calls leads to them. */
export function ProgramSource({ source, calls }: ProgramSourceProps) {
  const { marked, goToCalls } = use(LineLinksContext);
  const lines = useMemo(
    () => sourceLines(source).map(({ number, text }) => ({ kind: "context", text, numbers: [number] }) as const),
    [source],
  );
  const counts = useMemo(() => callsByLine(calls), [calls]);
  const drawNumber = (line: number) => {
    const count = counts.get(line);
    if (count === undefined) return undefined;
    return (
      <button
        type="button"
        className="tw-line-link"
        data-line={line}
        aria-label={programCardTexts.toCalls(line, count)}
        onClick={() => goToCalls(line)}
      >
        {line}
      </button>
    );
  };
  return (
    <figure className="tw-code">
      <LinesView lines={lines} language="ts" line={marked} drawNumber={drawNumber} />
    </figure>
  );
}

function callsByLine(calls: readonly ProgramCall[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { line } of calls) if (line !== undefined) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
