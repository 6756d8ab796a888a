import { type RefObject, useEffect, useState } from "react";

/** Something that opens over the page: Escape closes it, and so does a press beside `box`. */
export function useDismiss(box: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setOpen(false);
      box.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", leave);
    // Before whatever else Escape means, such as stopping a run.
    document.addEventListener("keydown", onEscape, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("keydown", onEscape, { capture: true });
    };
  }, [isOpen, box]);
  return { isOpen, setOpen };
}
