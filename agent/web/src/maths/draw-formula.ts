import temml from "temml";
import type { Formula } from "./find-maths.ts";

/**
 * How far a formula may go: macros that it writes itself are counted, and its sizes bounded. Nothing in it is a link or
 * loads anything.
 */
const LIMITS = {
  maxExpand: 200,
  maxSize: [20, 200] as [number, number],
  trust: false,
  strict: false,
  throwOnError: true,
};

/** Draws a formula into an element; false where it is none. */
export function drawFormula(place: HTMLElement, { tex, isBlock }: Formula): boolean {
  try {
    temml.render(tex, place, { ...LIMITS, displayMode: isBlock });
    return true;
  } catch {
    place.replaceChildren();
    return false;
  }
}
