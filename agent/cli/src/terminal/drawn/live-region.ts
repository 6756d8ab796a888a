import { CURSOR_MARKER, type Terminal, TuiMainScreen, truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { onlyStyles } from "./only-styles.ts";

/** What is drawn appears at once, where the terminal can do that (DEC private mode 2026). */
const TOGETHER = { begin: "\u001b[?2026h", end: "\u001b[?2026l" };
const ERASE_LINE = "\u001b[2K";
/**
 * This line and all below it. Some terminals keep what they erase from the very first place on as if it had scrolled
 * away.
 */
const ERASE_BELOW = `${ERASE_LINE}\u001b[1B\u001b[J\u001b[1A`;

/** How the region stands on the screen. */
interface Drawn {
  readonly lines: readonly string[];
  readonly width: number;
  /** Where the cursor was left. */
  readonly row: number;
  readonly column: number;
}

const NOTHING: Drawn = { lines: [], width: 0, row: 0, column: 0 };

/**
 * The last rows of a terminal, drawn anew when they change. What is finished is printed above them, once, and is the
 * terminal's own from then on: it can be scrolled, searched and copied, and no resize touches it.
 */
export class LiveRegion extends TuiMainScreen {
  #drawn = NOTHING;
  #printed: string[] = [];

  constructor(terminal: Terminal) {
    super(terminal);
  }

  /** Prints a line above the region: its styles stay, and whatever else acts on a terminal is left out. */
  print(line: string): void {
    this.#printed.push(onlyStyles(line));
    this.requestRender();
  }

  /** What stands there goes; the cursor is at the beginning of an empty line. */
  override stop(): void {
    if (this.stopped) return;
    this.#draw([], 0);
    super.stop();
  }

  protected override doRender(): void {
    const { columns, rows } = this.terminal;
    // What is higher than the screen cannot be drawn again.
    this.#draw(this.render(columns).slice(-rows), columns);
  }

  protected override beforeTerminalStop(): void {}

  protected override resetRenderState(): void {
    this.#drawn = NOTHING;
  }

  #draw(rendered: readonly string[], width: number): void {
    const cursor = cursorIn(rendered);
    const lines = rendered.map((line) => fitted(line.replaceAll(CURSOR_MARKER, ""), width));
    const printed = this.#printed.splice(0);
    const isSame = printed.length === 0 && width === this.#drawn.width && lines.length >= this.#drawn.lines.length;
    const top = rowsAbove(this.#drawn, this.terminal.columns);
    const start = `${TOGETHER.begin}\r${top > 0 ? `\u001b[${top}A` : ""}`;
    const erased = this.#drawn.lines.length > 1 ? ERASE_BELOW : ERASE_LINE;
    const above = isSame ? "" : erased + printed.map((line) => `${line}\r\n`).join("");
    const body = lines.map((line, index) => (isSame && line === this.#drawn.lines[index] ? "" : ERASE_LINE + line));
    const last = Math.max(lines.length - 1, 0);
    const row = cursor?.row ?? last;
    const column = Math.min(cursor?.column ?? 0, Math.max(width - 1, 0));
    const back = `\r${last > row ? `\u001b[${last - row}A` : ""}${column > 0 ? `\u001b[${column}C` : ""}`;
    this.terminal.write(start + above + body.join("\r\n") + back + TOGETHER.end);
    this.#drawn = { lines, width, row, column };
  }
}

/** Rows from the top of the region to the cursor; lines that a narrower terminal has wrapped take several. */
function rowsAbove({ lines, row, column }: Drawn, columns: number): number {
  const above = lines
    .slice(0, row)
    .reduce((sum, line) => sum + Math.max(Math.ceil(visibleWidth(line) / columns), 1), 0);
  return above + Math.floor(column / columns);
}

function cursorIn(lines: readonly string[]): { readonly row: number; readonly column: number } | undefined {
  const row = lines.findLastIndex((line) => line.includes(CURSOR_MARKER));
  const line = lines[row];
  return line === undefined ? undefined : { row, column: visibleWidth(line.slice(0, line.indexOf(CURSOR_MARKER))) };
}

/** Blanks at an end would be wrapped by a terminal that becomes narrower. */
function fitted(line: string, width: number): string {
  const clean = onlyStyles(line);
  const cut = visibleWidth(clean) > width ? truncateToWidth(clean, width, "…") : clean;
  return `${cut.replace(TRAILING, "$1")}\u001b[0m`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal colour begins with ESC
const TRAILING = / +((?:\u001b\[(?:0|22|39|49)m)*)$/;
