import { wholeNumber, withoutLooks } from "@toolwright/view/internal";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { cardsTexts } from "../words/cards.ts";
import { TerminalText } from "./terminal/terminal-text.tsx";

interface LiveTextProps {
  readonly text: string;
  readonly isRunning: boolean;
  readonly label: string;
  /** Lines that are shown at first: the last ones. Default: as many as there are, within bounds. */
  readonly lastLines?: number;
}

/** Characters that are shown at first, while more arrive, and at most: the end. */
const SHOWN = 50_000;
const SHOWN_LIVE = 16_000;
const MOST = 1_000_000;

/** How near to the end, in pixels, counts as being there. */
const NEAR = 24;

/** Text that grows. Its end stays in sight, unless the user has scrolled away from it. */
export function LiveText({ text, isRunning, label, lastLines }: LiveTextProps) {
  const [isWhole, setWhole] = useState(false);
  const [isWrapped, setWrapped] = useState(true);
  const { box, isFollowing, onScroll, follow } = useEnd(text);
  const { shown, isCut } = useMemo(
    () =>
      endOf(text, isWhole ? { characters: MOST } : { characters: isRunning ? SHOWN_LIVE : SHOWN, lines: lastLines }),
    [text, isWhole, isRunning, lastLines],
  );
  return (
    <div className="tw-screen">
      {/* Not read aloud line by line, although it stands in a log. */}
      <pre
        className="tw-text tw-live"
        data-wrap={isWrapped}
        dir="ltr"
        ref={box}
        onScroll={onScroll}
        role="log"
        aria-live="off"
        aria-label={label}
        aria-busy={isRunning}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too.
        tabIndex={0}
      >
        {isCut ? "…" : ""}
        <TerminalText text={shown} />
      </pre>
      <div className="tw-screen-tools">
        {isCut && !isWhole ? (
          <button type="button" className="tw-more" onClick={() => setWhole(true)}>
            {cardsTexts.showAllLines(wholeNumber(lineCount(text)))}
          </button>
        ) : null}
        {isRunning && !isFollowing ? (
          <button type="button" className="tw-more" onClick={follow}>
            {cardsTexts.followEnd}
          </button>
        ) : null}
        {hasLongLine(withoutLooks(shown)) ? (
          <button type="button" className="tw-more" aria-pressed={!isWrapped} onClick={() => setWrapped(!isWrapped)}>
            {isWrapped ? cardsTexts.noWrap : cardsTexts.wrap}
          </button>
        ) : null}
      </div>
    </div>
  );
}

/** Keeps the end of a box in sight for as long as its reader has not left it. */
function useEnd(text: string) {
  const box = useRef<HTMLPreElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const toEnd = () => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what moves the end.
  useLayoutEffect(() => {
    if (isFollowing) toEnd();
  }, [text, isFollowing]);
  const onScroll = () => {
    const { current } = box;
    if (current !== null) setFollowing(current.scrollHeight - current.scrollTop - current.clientHeight < NEAR);
  };
  return { box, isFollowing, onScroll, follow: () => setFollowing(true) };
}

interface EndOfText {
  readonly shown: string;
  readonly isCut: boolean;
}

/** The end of a text: so many characters at most, and so many lines. */
function endOf(text: string, most: { readonly characters: number; readonly lines?: number | undefined }): EndOfText {
  const from = Math.max(0, text.length - most.characters);
  if (most.lines === undefined) return fromLook(text, from);
  let place = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let line = 0; line < most.lines && place >= from; line++) place = text.lastIndexOf("\n", place - 1);
  return fromLook(text, Math.max(from, place + 1));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a look begins with ESC
const LOOK = /^\u001b\[[\d;]{0,64}m/;

/** What stands from there on, as it looks there: the mark before says all of it. */
function fromLook(text: string, from: number): EndOfText {
  const mark = from === 0 ? -1 : text.lastIndexOf("\u001b", from - 1);
  const [look = ""] = mark < 0 ? [] : (LOOK.exec(text.slice(mark, mark + 70)) ?? []);
  return { shown: look + text.slice(Math.max(from, mark + look.length)), isCut: from > 0 };
}

function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** Characters of a line that may be wider than its box. */
const WIDE = 80;

function hasLongLine(text: string): boolean {
  let from = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
    if (end - from > WIDE) return true;
    from = end + 1;
  }
  return text.length - from > WIDE;
}
