import { createContext } from "react";

/** How the lines of a program and its calls lead to each other, with the focus. */
export interface LineLinks {
  /** The line that was led from or to last. */
  readonly marked: number | undefined;
  goToCalls(line: number): void;
  goToLine(line: number): void;
}

export const LineLinksContext = createContext<LineLinks>({
  marked: undefined,
  goToCalls: () => undefined,
  goToLine: () => undefined,
});
