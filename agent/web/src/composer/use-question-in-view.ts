import { useEffect, useRef } from "react";
import { MOVES } from "../base/bring-into-view.ts";
import { showAskingCard } from "./show-asking-card.ts";

/** Milliseconds after which what came with a question stands, and the conversation has been scrolled to its end. */
const SETTLED_MS = 150;

/** Milliseconds in which the view follows what has grown. */
const GROWTH_MS = 500;

/** Pixels from the end within which the newest is followed. */
const NEAR_END = 120;

/**
 * Brings the call that asks into view: others behind it may have pushed it out. Who reads further up is left there,
 * unless they have been led to a question of this run before.
 */
export function useQuestionInView(asking: string | undefined, isRunning: boolean): void {
  const wasLed = useRef(false);
  useEffect(() => {
    if (!isRunning) wasLed.current = false;
  }, [isRunning]);
  useEffect(() => {
    if (asking === undefined) return;
    let before = "";
    let leave: (() => void) | undefined;
    const timer = setInterval(() => {
      const now = placeOfView();
      const isStill = now === before;
      before = now;
      // A busy machine draws what came with the question, and follows it, later than that.
      const isLed = isStill ? leadTo(asking, wasLed.current) : undefined;
      if (isLed === undefined) return;
      wasLed.current = isLed;
      clearInterval(timer);
      if (isLed) leave = keepInView(asking);
    }, SETTLED_MS);
    return () => {
      clearInterval(timer);
      leave?.();
    };
  }, [asking]);
}

function placeOfView(): string {
  const { scrollTop = 0, scrollHeight = 0 } = document.querySelector(".thread-viewport") ?? {};
  return `${scrollTop} of ${scrollHeight}`;
}

interface Place {
  readonly view: Element;
  readonly card: Element;
}

/** Undefined while the question is not drawn yet. */
function placeOf(asking: string): Place | undefined {
  const view = document.querySelector(".thread-viewport");
  const card = view?.querySelector(`[data-call="${CSS.escape(asking)}"] .tw-ask`)?.closest(".tw-card");
  return view && card ? { view, card } : undefined;
}

/** Undefined while the question is not drawn yet. */
function leadTo(asking: string, wasLed: boolean): boolean | undefined {
  const place = placeOf(asking);
  if (place === undefined) return undefined;
  if (!wasLed && fromEnd(place.view) > NEAR_END) return false;
  show(place);
  return true;
}

/**
 * What is drawn late moves the view, which follows the newest: the question is shown again then, until the person moves
 * anything.
 */
function keepInView(asking: string): (() => void) | undefined {
  const place = placeOf(asking);
  if (place === undefined) return undefined;
  const { view, card } = place;
  let height = view.scrollHeight;
  let grewAt = performance.now();
  const again = () => {
    if (view.scrollHeight !== height) grewAt = performance.now();
    height = view.scrollHeight;
    // A scroll that follows no growth is a person's, a screen reader's for one.
    if (performance.now() - grewAt < GROWTH_MS) show(place);
  };
  const observer = new ResizeObserver(again);
  observer.observe(card);
  view.addEventListener("scroll", again, { passive: true });
  const end = () => {
    observer.disconnect();
    view.removeEventListener("scroll", again);
    for (const move of MOVES) removeEventListener(move, end);
  };
  for (const move of MOVES) addEventListener(move, end, { passive: true });
  return end;
}

function show({ view, card }: Place): void {
  if (!showAskingCard(card, view)) return;
  const { scrollTop } = view;
  // At the end it goes on following what is new, unless that takes away what is asked: a page that is enlarged has
  // little room.
  if (fromEnd(view) < NEAR_END) view.scrollTop = view.scrollHeight;
  if (card.getBoundingClientRect().top < view.getBoundingClientRect().top) view.scrollTop = scrollTop;
}

function fromEnd({ scrollHeight, scrollTop, clientHeight }: Element): number {
  return scrollHeight - scrollTop - clientHeight;
}
