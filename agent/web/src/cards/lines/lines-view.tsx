import { spelledOut, wholeNumber } from "@toolwright/view/internal";
import { type ReactNode, useMemo, useState } from "react";
import { cardsTexts } from "../../words/cards.ts";
import { type CodeLines, type CodeToken, useHighlighted } from "./highlighting.ts";
import { linePieces } from "./line-pieces.ts";
import { markedPlaces } from "./marked-places.ts";

/** A line with its numbers. Numbers that are not known are left out. */
export interface ShownLine {
  /** `gap`: lines in between are not shown. `note`: no line of the file, but said about it. */
  readonly kind: "context" | "added" | "removed" | "gap" | "match" | "note";
  readonly text: string;
  readonly numbers: readonly (number | undefined)[];
  /** What differs within the line, from and to which character. */
  readonly marks?: readonly (readonly [from: number, to: number])[] | undefined;
}

interface LinesViewProps {
  readonly lines: readonly ShownLine[];
  /** A text to mark in the lines that match. */
  readonly mark?: { readonly text: string; readonly ignoresCase: boolean } | undefined;
  /** What the lines are written in, by the ending of their file. */
  readonly language?: string | undefined;
  /** A line that is marked, by its number. */
  readonly line?: number | undefined;
  /** What stands in the place of a number; the number itself where it gives undefined. */
  readonly drawNumber?: ((number: number) => ReactNode) | undefined;
}

/** Lines that are shown at first, and at most; characters of one line. */
const FIRST = 400;
const MOST = 10_000;
const WIDEST = 2_000;

/** Lines of a file, bounded. */
export function LinesView({ lines, mark, language, line: wanted, drawNumber }: LinesViewProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = lines.slice(0, isWhole ? MOST : FIRST);
  const colours = useColours(shown, language);
  // What scrolls has to be reached with the keyboard, and needs a name then.
  const scrolling = { tabIndex: 0, role: "group", "aria-label": cardsTexts.lines } as const;
  const hasNumbers = lines.some(({ numbers }) => numbers.some((number) => number !== undefined));
  return (
    <>
      <div className="tw-lines" data-numbers={hasNumbers} dir="ltr" {...scrolling}>
        <div className="tw-lines-inner">
          {shown.map((line, place) => (
            <Line
              key={keyOf(line, place)}
              line={line}
              mark={line.kind === "match" ? mark : undefined}
              tokens={colours(place)}
              isWanted={wanted !== undefined && line.numbers[0] === wanted}
              drawNumber={drawNumber}
            />
          ))}
        </div>
      </div>
      {lines.length <= shown.length ? null : isWhole ? (
        <p className="tw-note">{cardsTexts.moreLines(wholeNumber(lines.length - MOST))}</p>
      ) : (
        <button type="button" className="tw-more" onClick={() => setWhole(true)}>
          {cardsTexts.showAllLines(wholeNumber(lines.length))}
        </button>
      )}
    </>
  );
}

/** What arrives comes to the end, so that its place names it. */
function keyOf({ kind }: ShownLine, place: number): string {
  return `${place} ${kind}`;
}

/** The colours of each line: what was removed belongs to the file as it was, all else to the file as it is. */
function useColours(lines: readonly ShownLine[], language: string | undefined) {
  const sides = useMemo(() => sidesOf(lines), [lines]);
  const before = useHighlighted(sides.before.code, sides.before.code === sides.after.code ? undefined : language);
  const after = useHighlighted(sides.after.code, language);
  return (place: number): readonly CodeToken[] | undefined =>
    tokensAt(after, sides.after.places, place) ?? tokensAt(before, sides.before.places, place);
}

function tokensAt(colours: CodeLines | undefined, places: ReadonlyMap<number, number>, place: number) {
  const at = places.get(place);
  return at === undefined ? undefined : colours?.[at];
}

function sidesOf(lines: readonly ShownLine[]) {
  const side = (other: ShownLine["kind"]) => {
    const places = new Map<number, number>();
    const texts: string[] = [];
    for (const [place, { kind, text }] of lines.entries()) {
      if (kind === other || kind === "note") continue;
      places.set(place, texts.length);
      texts.push(text.slice(0, WIDEST));
    }
    return { code: texts.join("\n"), places };
  };
  return { before: side("added"), after: side("removed") };
}

interface LineProps extends Pick<LinesViewProps, "mark" | "drawNumber"> {
  readonly line: ShownLine;
  readonly tokens: readonly CodeToken[] | undefined;
  readonly isWanted: boolean;
}

function Line({ line: { kind, text, numbers, marks }, mark, tokens, isWanted, drawNumber }: LineProps) {
  const Text = kind === "added" ? "ins" : kind === "removed" ? "del" : "span";
  const cut = text.length > WIDEST ? `${text.slice(0, WIDEST)}…` : text;
  const marked = mark === undefined ? marks : markedPlaces(cut, mark);
  const pieces = linePieces(cut, tokens, marked);
  const [first, second] = numbers;
  return (
    <div className="tw-line" data-kind={kind} data-wanted={isWanted ? true : undefined}>
      {numbers.length > 0 ? <span className="tw-line-number">{numberOf(first, drawNumber)}</span> : null}
      {numbers.length > 1 ? <span className="tw-line-number">{second}</span> : null}
      <Text className="tw-line-text">{pieces.map(drawn)}</Text>
    </div>
  );
}

function numberOf(number: number | undefined, drawNumber: LinesViewProps["drawNumber"]): ReactNode {
  return number === undefined ? undefined : (drawNumber?.(number) ?? number);
}

function drawn({ text, kind, isMarked }: ReturnType<typeof linePieces>[number], place: number) {
  const shown = spelledOut(text);
  const className = kind === "" ? undefined : `tw-code-${kind}`;
  if (isMarked) {
    return (
      <mark key={place} className={className}>
        {shown}
      </mark>
    );
  }
  if (className === undefined) return shown;
  return (
    <span key={place} className={className}>
      {shown}
    </span>
  );
}
