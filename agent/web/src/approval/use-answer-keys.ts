import { type RefObject, useEffect, useRef, useState } from "react";

/** What a key does; undefined for nothing now. */
export type AnswerKeys = Readonly<Record<"1" | "2" | "3", (() => void) | undefined>>;

/** Milliseconds after it was shown in which no key answers: whoever was about to type means something else. */
const SETTLING_MS = 600;

/**
 * Answers a question by a key while it has the focus, or nothing else has it and no other question stands before it.
 */
export function useAnswerKeys(box: RefObject<HTMLElement | null>, isOpen: boolean, keys: AnswerKeys): void {
  const current = useRef(keys);
  current.current = keys;
  const [shownAt] = useState(() => performance.now());
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey, repeat } = event;
      if (event.defaultPrevented || ctrlKey || altKey || metaKey || repeat) return;
      if (key !== "1" && key !== "2" && key !== "3") return;
      if (performance.now() - shownAt < SETTLING_MS) return;
      const action = current.current[key];
      if (action === undefined || !isMeant(box.current, target)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [box, isOpen, shownAt]);
}

function isMeant(box: HTMLElement | null, target: EventTarget | null): boolean {
  if (box === null || !(target instanceof HTMLElement) || target.closest("input, textarea, select") !== null)
    return false;
  if (box.contains(target)) return true;
  const isFree = target === document.body && document.querySelector("dialog[open]") === null;
  return isFree && document.querySelector(".tw-ask") === box;
}
