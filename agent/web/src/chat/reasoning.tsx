import type { ReasoningMessagePartProps } from "@assistant-ui/react";
import { durationText, spelledOnOneLine } from "@toolwright/view/internal";
import { useEffect, useState } from "react";
import { chatTexts } from "../words/chat.ts";
import { LongText } from "./long-text.tsx";

/** What the model thought: folded, for it is long and not the answer. While it thinks, the last line and the time. */
export function Reasoning({ text, status }: ReasoningMessagePartProps) {
  const isRunning = status.type === "running";
  const seconds = useSeconds(isRunning);
  return (
    <details className="reasoning">
      <summary>
        <span>{isRunning ? chatTexts.reasoningNow : chatTexts.reasoning}</span>
        {/* Neither a clock nor a line that grows is read aloud. */}
        {seconds === 0 ? null : <span aria-hidden={isRunning}>{durationText(seconds * 1_000)}</span>}
        {isRunning ? (
          <span className="reasoning-last" dir="auto" aria-hidden="true">
            {spelledOnOneLine(lastLine(text))}
          </span>
        ) : null}
      </summary>
      <LongText text={text} scrolls />
    </details>
  );
}

/** Characters of the last line that are shown. */
const MOST = 300;

/** The line that is being written, or the one before it while that is empty. */
export function lastLine(text: string): string {
  const end = text.trimEnd();
  return end.slice(Math.max(end.lastIndexOf("\n") + 1, end.length - MOST)).trim();
}

/** Whole seconds for which it has been on, as far as it was seen; they stay when it ends. */
function useSeconds(isOn: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const begun = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  return seconds;
}
