import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to an element when it appears, unless that would take it from something that a user is doing. */
export function useFocusUnlessTyping(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFree(document.activeElement)) box.current?.focus({ preventScroll: true });
  }, []);
  return box;
}

/** An empty field in which nothing has been written counts as free. */
function isFree(active: Element | null): boolean {
  if (active === null || active === document.body) return true;
  return active instanceof HTMLTextAreaElement && active.value === "" && active.closest(".tw-ask") === null;
}
