import { useAuiState } from "@assistant-ui/react";
import { type Program, programWait, waitText } from "@toolwright/view/internal";
import { type RefObject, useMemo, useRef, useState } from "react";
import { dateLocale } from "../../base/date-locale.ts";
import { programCardTexts } from "../../words/program-card.ts";
import { useCallNote } from "../frame/use-call-notes.ts";
import { LiveText } from "../live-text.tsx";
import { LongText } from "../long-text.tsx";
import { resultParts } from "../result-parts.ts";
import type { ShownCall } from "../shown-call.ts";
import { CallTree } from "./call-tree.tsx";
import { type LineLinks, LineLinksContext } from "./line-links.ts";
import { ProgramSource } from "./program-source.tsx";
import { programIn } from "./programs-in.ts";

interface ProgramBodyProps {
  readonly call: ShownCall;
  readonly source: string;
}

/** The source of a program, whom it waits for, its calls, what it logs while it runs, and what it returned. */
export function ProgramBody({ call, source }: ProgramBodyProps) {
  const calls = useCallsOf(call.toolCallId);
  const box = useRef<HTMLDivElement>(null);
  const links = useLineLinks(box);
  const wait = programWait({ calls });
  return (
    <LineLinksContext value={links}>
      <div className="tw-program" ref={box}>
        <ProgramSource source={source} calls={calls} />
        {wait === undefined ? null : <p className="tw-program-wait">{waitText(wait, clockTime)}</p>}
        {calls.length === 0 ? null : <CallTree outerId={call.toolCallId} calls={calls} />}
        <Said call={call} />
      </div>
    </LineLinksContext>
  );
}

const NO_PARTS: readonly unknown[] = [];

/** The same list for as long as nothing of it differs. */
function useCallsOf(toolCallId: string): Program["calls"] {
  const text = useAuiState((state) => {
    const calls = programIn(state.optional.message?.parts ?? NO_PARTS, toolCallId)?.calls ?? [];
    return JSON.stringify(calls);
  });
  return useMemo((): Program["calls"] => JSON.parse(text), [text]);
}

/** Leads from a line to the calls that were made there, and from a call to its line. */
function useLineLinks(box: RefObject<HTMLElement | null>): LineLinks {
  const [marked, setMarked] = useState<number>();
  return useMemo(() => {
    const goTo = (line: number, selector: string) => {
      setMarked(line);
      box.current?.querySelector<HTMLElement>(selector)?.focus();
    };
    return {
      marked,
      goToCalls: (line) => goTo(line, `[data-lines~="${line}"] button`),
      goToLine: (line) => goTo(line, `[data-line="${line}"]`),
    };
  }, [box, marked]);
}

/** Console lines while it runs; afterwards what the model reads, which has them in it. */
function Said({ call: { toolCallId, result, isError } }: { readonly call: ShownCall }) {
  const output = useCallNote(toolCallId, "output");
  if (result === undefined && output === "") return null;
  if (result === undefined) {
    return (
      <>
        <p className="tw-note">{programCardTexts.console}</p>
        <LiveText text={output} isRunning={true} label={programCardTexts.console} />
      </>
    );
  }
  const { text } = resultParts(result);
  if (isError === true || text === "") return null;
  return (
    <div className="tw-result">
      <LongText text={text} />
    </div>
  );
}

/** Hours and minutes; with the day where that is not today. */
function clockTime(time: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ day: "numeric", month: "short" } as const);
  return date.toLocaleString(dateLocale(), { ...day, hour: "2-digit", minute: "2-digit" });
}
