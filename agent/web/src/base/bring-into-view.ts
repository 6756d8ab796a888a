/** Milliseconds between two looks, and their number: a thread that was opened goes to its end when it is drawn. */
const EVERY_MS = 100;
const LOOKS = 10;
/** What a person does who wants to be elsewhere. */
export const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Brings an element into view, and again where the page goes elsewhere by itself. Returns what ends it. */
export function bringIntoView(element: Element): () => void {
  let left = LOOKS;
  const look = () => {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight) element.scrollIntoView({ block: "center" });
    left -= 1;
    if (left === 0) end();
  };
  const timer = setInterval(look, EVERY_MS);
  const end = () => {
    clearInterval(timer);
    for (const move of MOVES) removeEventListener(move, end);
  };
  for (const move of MOVES) addEventListener(move, end, { passive: true });
  element.scrollIntoView({ block: "center" });
  return end;
}
