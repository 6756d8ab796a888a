import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from "react";
import { sideTexts } from "../words/side.ts";
import { LEAST_CONVERSATION, LEAST_SIDE, theSideWidth, USUAL_SIDE } from "./side-width.ts";

/** Pixels of one press of an arrow. */
const STEP = 24;

/** The line between the conversation and the pane beside it: drawn by a pointer, or moved by arrows. */
export function SideHandle({ pane }: { readonly pane: RefObject<HTMLElement | null> }) {
  const { width, most } = useRoom(pane);
  const onKey = (event: KeyboardEvent) => {
    const wanted = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: LEAST_SIDE, End: most }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    theSideWidth.choose(wanted, most);
  };
  const onMove = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    const end = pane.current?.getBoundingClientRect().right;
    if (end !== undefined && currentTarget.hasPointerCapture(pointerId)) theSideWidth.choose(end - clientX, most);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line across a page cannot be moved.
    <div
      role="separator"
      className="side-handle"
      aria-orientation="vertical"
      aria-label={sideTexts.width}
      aria-valuenow={width}
      aria-valuemin={LEAST_SIDE}
      aria-valuemax={most}
      aria-valuetext={sideTexts.pixels(width)}
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onDoubleClick={() => theSideWidth.choose(USUAL_SIDE, most)}
    />
  );
}

/** How wide the pane is, and how wide it could be. */
function useRoom(pane: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState({ width: USUAL_SIDE, most: USUAL_SIDE });
  useEffect(() => {
    const measure = () => {
      const width = Math.round(pane.current?.offsetWidth ?? 0);
      const beside = document.querySelector<HTMLElement>(".app-main")?.offsetWidth ?? 0;
      setRoom({ width, most: Math.max(LEAST_SIDE, width + beside - LEAST_CONVERSATION) });
    };
    const observer = new ResizeObserver(measure);
    if (pane.current !== null) observer.observe(pane.current);
    addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [pane]);
  return room;
}
