import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

/** Milliseconds that a yes is held. */
const HELD_MS = 600;
/** Milliseconds in which a second press counts; a stray one later is a first press again. */
const AGAIN_MS = 10_000;
/** Pixels that a finger or a mouse may slip while it holds. */
const SLIP_PX = 16;

/** A yes to a call that cannot be undone: held for a moment, or pressed twice. */
export interface SureYes {
  /** One press is enough. */
  readonly isSure: boolean;
  /** It was pressed once: pressed once more, it counts. */
  readonly isHalf: boolean;
  readonly isHeld: boolean;
  /** A key, a screen reader, or a press that was too short. The second half of a double click is none. */
  press(event?: MouseEvent): void;
  /** A finger or a mouse goes down, moves, and comes up. A page that moves below it breaks off nothing. */
  hold(event: PointerEvent): void;
  move(event: PointerEvent): void;
  release(): void;
}

/** The yes of one question; `say` gives it. `isSure`: the call can be undone. */
export function useSureYes(isSure: boolean, say: () => void): SureYes {
  const [isHalf, setHalf] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const isSpent = useRef(false);
  const from = useRef<readonly [x: number, y: number]>([0, 0]);
  const count = () => {
    setHeld(false);
    setHalf(false);
    say();
  };
  useTimeout(isHalf, AGAIN_MS, () => setHalf(false));
  useTimeout(isHeld, HELD_MS, () => {
    isSpent.current = true;
    count();
  });
  return {
    isSure,
    isHalf,
    isHeld,
    press(event) {
      // The click that ends a hold, or a hold that slipped away, is no press of its own.
      const clicks = event?.detail ?? 0;
      if (clicks > 0 && (isSpent.current || (!isSure && clicks > 1))) return;
      if (isSure || isHalf) count();
      else setHalf(true);
    },
    hold({ button, currentTarget, pointerId, clientX, clientY }) {
      isSpent.current = false;
      if (isSure || button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      from.current = [clientX, clientY];
      setHeld(true);
    },
    move({ clientX, clientY }) {
      if (!isHeld || Math.hypot(clientX - from.current[0], clientY - from.current[1]) <= SLIP_PX) return;
      isSpent.current = true;
      setHeld(false);
    },
    release: () => setHeld(false),
  };
}

/** Calls a function when a state has stood for a time. */
function useTimeout(isOn: boolean, ms: number, then: () => void): void {
  const current = useRef(then);
  current.current = then;
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => current.current(), ms);
    return () => clearTimeout(timer);
  }, [isOn, ms]);
}
