import { spelledOut } from "@toolwright/view";
import { useState } from "react";
import { MarkedText } from "./marked-text.tsx";

/** A line with its numbers. Numbers that are not known are left out. */
export interface ShownLine {
  /** `gap`: lines in between are not shown. `note`: no line of the file, but said about it. */
  readonly kind: "context" | "added" | "removed" | "gap" | "match" | "note";
  readonly text: string;
  readonly numbers: readonly (number | undefined)[];
}

interface LinesViewProps {
  readonly lines: readonly ShownLine[];
  /** A text to mark in the lines that match. */
  readonly mark?: { readonly text: string; readonly ignoresCase: boolean } | undefined;
}

/** Lines that are shown at first, and at most; characters of one line. */
const FIRST = 400;
const MOST = 10_000;
const WIDEST = 2_000;

/** Lines of a file, bounded. */
export function LinesView({ lines, mark }: LinesViewProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = lines.slice(0, isWhole ? MOST : FIRST);
  const hasNumbers = lines.some(({ numbers }) => numbers.some((number) => number !== undefined));
  return (
    <>
      <div className="tw-lines" data-numbers={hasNumbers}>
        <div className="tw-lines-inner">
          {shown.map((line, place) => (
            <Line key={keyOf(line, place)} line={line} mark={line.kind === "match" ? mark : undefined} />
          ))}
        </div>
      </div>
      {lines.length <= shown.length ? null : isWhole ? (
        <p className="tw-note">{(lines.length - MOST).toLocaleString("en-US")} more lines are not shown.</p>
      ) : (
        <button type="button" className="tw-more" onClick={() => setWhole(true)}>
          Show all ({lines.length.toLocaleString("en-US")} lines)
        </button>
      )}
    </>
  );
}

/** What arrives comes to the end, so that its place names it. */
function keyOf({ kind }: ShownLine, place: number): string {
  return `${place} ${kind}`;
}

interface LineProps extends Pick<LinesViewProps, "mark"> {
  readonly line: ShownLine;
}

function Line({ line: { kind, text, numbers }, mark }: LineProps) {
  const Text = kind === "added" ? "ins" : kind === "removed" ? "del" : "span";
  const shown = spelledOut(text.length > WIDEST ? `${text.slice(0, WIDEST)}…` : text);
  const [first, second] = numbers;
  return (
    <div className="tw-line" data-kind={kind}>
      {numbers.length > 0 ? <span className="tw-line-number">{first}</span> : null}
      {numbers.length > 1 ? <span className="tw-line-number">{second}</span> : null}
      <Text className="tw-line-text">
        {mark === undefined ? shown : <MarkedText text={shown} mark={mark.text} ignoresCase={mark.ignoresCase} />}
      </Text>
    </div>
  );
}
