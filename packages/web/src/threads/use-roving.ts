import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

/** What the arrow keys go through. */
const STOPS = "[data-stop]";

/**
 * One tab stop for a list: the arrow keys, Home and End go from row to row, and right and left to what else a row has. What is not
 * shown now is left out.
 */
export function useRoving(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const rows = rowsIn(box.current);
    const stop = rows.find((row) => row === document.activeElement || row.getAttribute("aria-current") === "page");
    stopAt(stop ?? rows[0], rows);
  });
  return (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = target.matches(STOPS) ? fromRow(box.current, target, event.key) : backToRow(target, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    if (next.matches(STOPS)) stopAt(next, rowsIn(box.current));
  };
}

function stopAt(stop: HTMLElement | undefined, rows: readonly HTMLElement[]): void {
  for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
}

function rowsIn(box: HTMLElement | null): readonly HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
}

function fromRow(box: HTMLElement | null, row: HTMLElement, key: string): HTMLElement | undefined {
  const rows = rowsIn(box);
  const place = rows.indexOf(row);
  if (key === "ArrowDown") return rows[place + 1];
  if (key === "ArrowUp") return rows[place - 1];
  if (key === "Home") return rows[0];
  if (key === "End") return rows.at(-1);
  return key === "ArrowRight" ? (row.parentElement?.querySelector<HTMLElement>("button") ?? undefined) : undefined;
}

function backToRow(target: HTMLElement, key: string): HTMLElement | undefined {
  if (key !== "ArrowLeft" || target.closest('[role="menu"]') !== null) return undefined;
  return target.closest("li")?.querySelector<HTMLElement>(STOPS) ?? undefined;
}
