import { type RefObject, useEffect, useRef, useState } from "react";

/** Where a user is in answering. */
export type Step = "choose" | "edit" | "always" | "note";

/** The step of an answer. The focus follows it, to the first field or to the question itself, and never onto a button. */
export function useStep(box: RefObject<HTMLElement | null>): readonly [Step, (step: Step) => void] {
  const [step, setStep] = useState<Step>("choose");
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const { current } = box;
    (current?.querySelector("textarea") ?? current)?.focus();
  }, [step, box]);
  return [step, setStep];
}
