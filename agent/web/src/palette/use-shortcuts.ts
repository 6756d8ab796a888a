import { useEffect } from "react";
import type { Panels } from "../base/panels.ts";
import { focusSearch } from "./commands.ts";

/** The keys of the page that work wherever nothing is written. */
export function useShortcuts(panels: Panels): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const action = actionOf(event, panels);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [panels]);
}

function actionOf(event: KeyboardEvent, panels: Panels): (() => void) | undefined {
  const { key, altKey, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && !altKey && !shiftKey && key.toLowerCase() === "k") {
    return () => panels.open(panels.state() === "palette" ? undefined : "palette");
  }
  if (altKey && !isCommand && event.code === "KeyN") return () => (location.hash = "");
  // A dialog has keys of its own, and whoever writes wants the letter.
  const isTaken = document.querySelector("dialog[open]") !== null || isWriting(event.target);
  if (isCommand || altKey || isTaken) return undefined;
  if (key === "?") return () => panels.open("shortcuts");
  return key === "/" ? focusSearch : undefined;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}
