import type { Lines, Screen } from "./screen.ts";

/** How a frame begins, and how it goes on; both take the place of two blanks that every line of it begins with. */
const BAR = { first: "╭ ", next: "│ ", last: "╰ " } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal colour begins with ESC
const BLANKS = /^((?:\u001b\[[\d;]*m)*) {2}/;

/**
 * The same screen with a bar before each line, so that what is asked about stands apart from what happens around it;
 * as it is where nothing is drawn: a screen reader would read the bars out.
 */
export function framed(screen: Screen): Lines {
  if (!screen.isDrawn) return screen;
  const { styles } = screen;
  let bar: string = BAR.first;
  const withBar = (text: string) => {
    const line = styles.dim(bar) + text.replace(BLANKS, "$1");
    bar = BAR.next;
    return line;
  };
  return {
    styles,
    isDrawn: true,
    get width() {
      return screen.width;
    },
    line: (text = "") => screen.line(withBar(text)),
    words: (text) => screen.words(withBar(text)),
  };
}

/** The last line of a frame. */
export function endOfFrame(text: string): string {
  return BAR.last + text.replace(BLANKS, "$1");
}
