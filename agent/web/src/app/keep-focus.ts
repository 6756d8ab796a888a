/** What the focus can be on. */
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/**
 * Keeps the focus near its place where what has it goes, such as a button that takes away its own row: a keyboard would
 * begin again at the top of the page, and a screen reader would say nothing. Returns the function that ends it.
 */
export function keepFocus(): () => void {
  let last: Element | undefined;
  const forget = () => {
    last = undefined;
  };
  const remember = ({ target }: Event) => {
    // What a pointer has pressed has no marked focus to keep, and the focus of a question that was answered is free for
    // the next one.
    const isKept = target instanceof Element && target.matches(":focus-visible") && target.closest(".tw-ask") === null;
    last = isKept ? target : undefined;
  };
  const observer = new MutationObserver((changes) => {
    if (last === undefined || last.isConnected || document.activeElement !== document.body) return;
    const gone = last;
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    if (change !== undefined) stopNear(change)?.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", remember);
  document.addEventListener("pointerdown", forget);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("pointerdown", forget);
  };
}

/** The next stop after the place of what was removed, else the last one before it, in the smallest box that has any. */
function stopNear({ target, previousSibling }: MutationRecord): HTMLElement | undefined {
  for (let box = target instanceof Element ? target : null; box !== null; box = box.parentElement) {
    const stops = [...box.querySelectorAll<HTMLElement>(STOPS)].filter(canHaveFocus);
    const next = stops.find((stop) => isAfter(stop, previousSibling ?? target, previousSibling === null));
    const stop = next ?? stops.at(-1);
    if (stop !== undefined) return stop;
  }
  return undefined;
}

function canHaveFocus(stop: HTMLElement): boolean {
  return !stop.matches(":disabled, .tw-ask *") && stop.checkVisibility({ visibilityProperty: true });
}

function isAfter(stop: Element, place: Node, isInside: boolean): boolean {
  const position = place.compareDocumentPosition(stop);
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) > 0 && (isInside || !place.contains(stop));
}
