import { type RefObject, useEffect, useState } from "react";

/** Milliseconds that it has to stay in view: what comes with a question moves it. */
const SEEN_MS = 250;

/**
 * Whether the head of the card that a question stands in has been in view since it was asked: what it would do begins
 * there.
 */
export function useSeenFromTop(box: RefObject<HTMLElement | null>): boolean {
  // Where nothing is drawn, as in tests without a browser, nothing is hidden.
  const [isSeen, setSeen] = useState(() => typeof window !== "undefined" && !("IntersectionObserver" in window));
  useEffect(() => {
    const head = box.current?.closest(".tw-card")?.querySelector(".tw-card-head") ?? box.current;
    if (isSeen || head === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = ([last]: readonly IntersectionObserverEntry[]) => {
      clearTimeout(timer);
      if (last?.isIntersecting) timer = setTimeout(() => setSeen(true), SEEN_MS);
    };
    const observer = new IntersectionObserver((entries) => look(entries.slice(-1)), { threshold: 0.9 });
    observer.observe(head);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [box, isSeen]);
  return isSeen;
}
