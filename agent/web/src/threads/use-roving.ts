import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

/** What the arrow keys go through. */
const STOPS = "[data-stop]";

/**
 * One tab stop for a list: the arrow keys, Home and End go from row to row, and right and left to what else a row has.
 * What is not shown now is left out.
 */
export function useRoving(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const settle = () => settleStop(current);
    settle();
    // Rows come and go by themselves, without whoever holds them.
    const observer = new MutationObserver(settle);
    observer.observe(current, { childList: true, subtree: true, attributeFilter: ["aria-current"] });
    current.addEventListener("focusin", settle);
    return () => {
      observer.disconnect();
      current.removeEventListener("focusin", settle);
    };
  }, [box]);
  return (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = target.matches(STOPS) ? fromRow(box.current, target, event.key) : backToRow(target, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
}

function settleStop(box: HTMLElement): void {
  const rows = rowsIn(box);
  const [first] = rows;
  const stop =
    rows.find((row) => row.closest("li")?.contains(document.activeElement)) ??
    rows.find((row) => row.getAttribute("aria-current") === "page") ??
    first;
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
