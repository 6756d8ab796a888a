/**
 * Lets the second press of a double click go to what the first one pressed, and to nothing that has come to stand there
 * since: a double click on Send would stop the run. Returns the function that ends it.
 */
export function holdDoubleClicks(): () => void {
  let pressed: Element | null = null;
  const onClick = (event: MouseEvent) => {
    const before = pressed;
    pressed = event.target instanceof Element ? event.target.closest("button, a, summary, label") : null;
    if (event.detail < 2 || pressed === null || pressed === before) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = before;
  };
  document.addEventListener("click", onClick, { capture: true });
  return () => document.removeEventListener("click", onClick, { capture: true });
}
