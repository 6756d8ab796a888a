import { type MouseEvent, type PropsWithChildren, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Chapter } from "./chapters.ts";
import { Turns } from "./turns.ts";

/** Milliseconds for which a chapter has to look the same before it stands still. */
const SAME_MS = 2_500;
/** What is not drawn yet, or was set by a person and would be lost. */
const UNREADY = ".formula > code, [data-waits], [aria-pressed='true']";

const turns = new Turns();

interface StillChapterProps extends PropsWithChildren {
  readonly of: Chapter;
  /** Whether nothing is written to it any more. */
  readonly isSettled: boolean;
}

/**
 * A chapter that keeps only what is seen of it once nothing happens to it: the same elements, without what React holds
 * for each of them. A button that is pressed in it brings it back first.
 */
export function StillChapter({ of, isSettled, children }: StillChapterProps) {
  const place = useRef<HTMLDivElement>(null);
  const [copy, setCopy] = useState<{ readonly of: Chapter; readonly nodes: readonly ChildNode[] }>();
  const still = isSettled && copy?.of === of ? copy.nodes : undefined;
  const isLive = still === undefined;
  useEffect(() => {
    const box = place.current;
    return isSettled && isLive && box !== null ? whenSame(box, (nodes) => setCopy({ of, nodes })) : undefined;
  }, [of, isSettled, isLive]);
  useLayoutEffect(() => {
    place.current?.append(...(still ?? []));
    return () => {
      for (const node of still ?? []) node.remove();
    };
  }, [still]);
  const press = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest("button") : null;
    if (!isLive && pressed !== null) pressAgain(place.current, pressed, () => setCopy(undefined));
  };
  return (
    // biome-ignore lint/a11y: it is the buttons inside that are pressed, with the keyboard as well.
    <div ref={place} className="chapter" data-still={isLive ? undefined : true} onClick={press}>
      {isLive ? children : null}
    </div>
  );
}

/** Presses the button that stands where `pressed` does once the chapter is back. */
function pressAgain(box: HTMLElement | null, pressed: HTMLButtonElement, bringBack: () => void): void {
  const buttons = () => [...(box?.querySelectorAll("button") ?? [])];
  const index = buttons().indexOf(pressed);
  const hasFocus = document.activeElement === pressed;
  flushSync(bringBack);
  const same = buttons()[index];
  if (hasFocus) same?.focus({ preventScroll: true });
  same?.click();
}

/** Gives a copy of a box once it has looked the same for a while and nobody is at it, one box in each frame. */
function whenSame(box: HTMLElement, take: (nodes: readonly ChildNode[]) => void): () => void {
  let before: Node | undefined;
  let stopWaiting: (() => void) | undefined;
  const look = () => {
    stopWaiting = undefined;
    const isReady = isAtRest(box);
    if (isReady && before !== undefined && box.isEqualNode(before)) return take([...before.childNodes]);
    before = isReady ? box.cloneNode(true) : undefined;
  };
  const timer = setInterval(() => {
    stopWaiting ??= turns.wait(look);
  }, SAME_MS);
  return () => {
    clearInterval(timer);
    stopWaiting?.();
  };
}

function isAtRest(box: HTMLElement): boolean {
  if (box.querySelector(UNREADY) !== null || box.matches(":hover, :focus-within")) return false;
  const selection = getSelection();
  return selection === null || selection.isCollapsed || !selection.containsNode(box, true);
}
