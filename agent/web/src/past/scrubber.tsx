import { spelledOnOneLine, type ThreadStep } from "@toolwright/view/internal";
import { type CSSProperties, useEffect, useRef } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { whenText } from "../chat/when-text.ts";
import { pastTexts } from "../words/past.ts";
import { GoOn } from "./go-on.tsx";

/** A line with a tick for every step of the thread: dragging it shows the thread as it was then. */
export function Scrubber() {
  const { past } = useServices();
  const { steps, at } = useStore(past, (state) => state);
  const line = useRef<HTMLInputElement>(null);
  const hasSteps = steps.length > 1;
  useEffect(() => {
    if (hasSteps) line.current?.focus();
  }, [hasSteps]);
  const last = steps.length - 1;
  const place = at ?? last;
  const step = steps[place];
  const words = step === undefined ? "" : stepWords(step, { place, last, isNow: at === undefined });
  return (
    <section
      className="scrubber"
      aria-label={pastTexts.steps}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // It would stop a run as well.
        event.stopPropagation();
        past.close();
      }}
    >
      <div className="scrubber-line">
        <Ticks steps={steps} place={place} />
        <input
          ref={line}
          type="range"
          aria-label={pastTexts.step}
          aria-valuetext={words}
          min={0}
          max={Math.max(1, last)}
          step={1}
          value={Math.max(0, place)}
          disabled={!hasSteps}
          onChange={(event) => past.lookAt(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div className="scrubber-foot">
        <span className="scrubber-words">{hasSteps ? words : pastTexts.none}</span>
        {at === undefined || step === undefined ? null : <GoOn />}
        <button type="button" className="quiet picker" onClick={() => past.close()}>
          {at === undefined ? pastTexts.close : pastTexts.backToNow}
        </button>
      </div>
    </section>
  );
}

interface StepPlace {
  readonly place: number;
  readonly last: number;
  readonly isNow: boolean;
}

function stepWords({ tools, time }: ThreadStep, { place, last, isNow }: StepPlace): string {
  const what = tools.length === 0 ? pastTexts.answer : tools.map(spelledOnOneLine).join(", ");
  return [pastTexts.stepOf(place + 1, last + 1), isNow ? pastTexts.now : whenText(new Date(time)), what].join(" · ");
}

/** Ticks that can be told apart. */
const MOST_TICKS = 120;

/** A longer one where a run ends. Of very many steps only these are drawn. */
function Ticks({ steps, place }: { readonly steps: readonly ThreadStep[]; readonly place: number }) {
  const last = Math.max(1, steps.length - 1);
  const shown = steps.flatMap((step, at) => (steps.length <= MOST_TICKS || step.isEnd === true ? [{ step, at }] : []));
  return (
    <div className="scrubber-ticks" aria-hidden="true">
      {shown.map(({ step, at }) => {
        const style: CSSProperties & { readonly "--at": number } = { "--at": at / last };
        return <i key={step.seq} style={style} data-end={step.isEnd === true} data-past={at <= place} />;
      })}
    </div>
  );
}
