import type { KeyboardEvent } from "react";

const STEPS = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", 15],
  ["PageUp", -15],
  ["Home", Number.NEGATIVE_INFINITY],
  ["End", Number.POSITIVE_INFINITY],
]);

/** Arrow keys go from row to row. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS.get(event.key);
  const current = event.target instanceof Element ? event.target.closest<HTMLElement>(".timeline-row") : null;
  if (step === undefined || current === null) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(".timeline-row")];
  const place = rows.indexOf(current) + step;
  rows.at(Math.min(Math.max(place, 0), rows.length - 1))?.focus();
}
