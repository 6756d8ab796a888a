import { type Component, Editor, type Focusable, truncateToWidth } from "@earendil-works/pi-tui";
import { spelledOnOneLine } from "@toolwright/view/internal";
import type { Styles } from "../styles.ts";
import { editorTheme } from "./editor-theme.ts";
import type { LiveRegion } from "./live-region.ts";

/** How the editor writes what was pasted. */
const CHIP = /\[paste #\d+/;

/** Messages with a chip that are remembered as they were written. */
const MOST_CHIPS = 50;

/** Where messages are written, also while a run goes on: then they join it, or wait for their turn. */
export class Composer implements Component, Focusable {
  readonly editor: Editor;
  readonly #region: LiveRegion;
  readonly #styles: Styles;
  #waiting: readonly string[] = [];
  readonly #joining = new Set<{ readonly text: string }>();
  #take: ((message: string | undefined) => void) | undefined;
  #isClosed = false;
  /** What was written last, with chips for what was pasted. */
  #written = "";
  readonly #withChips = new Map<string, string>();
  /** Messages that have come back, a line feed behind each, as long as what is written begins with them. */
  #returned = "";
  /** Takes a message before it waits; true where it was dealt with. */
  onMessage: (text: string) => boolean = () => false;
  /** What goes along with the next message, in a line each. */
  along: readonly string[] = [];

  constructor(region: LiveRegion, styles: Styles) {
    this.#region = region;
    this.#styles = styles;
    this.editor = new Editor(region, editorTheme(styles));
    this.editor.onSubmit = (text) => this.#submit(text);
    this.editor.onChange = (text) => {
      // It is emptied before it is sent.
      if (text !== "") this.#written = text;
    };
  }

  get focused(): boolean {
    return this.editor.focused;
  }

  set focused(value: boolean) {
    this.editor.focused = value;
  }

  /** What is being written, with what was pasted. */
  get text(): string {
    return this.editor.getExpandedText();
  }

  set text(text: string) {
    this.editor.setText(text);
  }

  /** A message as it was written: a chip stands for what was pasted. */
  shown(text: string): string {
    return this.#withChips.get(text) ?? text;
  }

  /** Messages whose turn has not come. */
  get waiting(): readonly string[] {
    return this.#waiting;
  }

  get isEmpty(): boolean {
    return this.editor.getText() === "";
  }

  /** The next message, when there is one; undefined once nothing more will come. */
  next(): Promise<string | undefined> {
    const [first, ...rest] = this.#waiting;
    this.#waiting = rest;
    if (first !== undefined || this.#isClosed) return Promise.resolve(first);
    return new Promise((resolve) => {
      this.#take = resolve;
    });
  }

  /** A message that is to join the run under way is shown until the function that this returns is called. */
  join(text: string): () => void {
    const joining = { text };
    this.#joining.add(joining);
    return () => {
      this.#joining.delete(joining);
      this.#region.requestRender();
    };
  }

  /** A message waits for its turn. */
  add(text: string): void {
    const take = this.#take;
    this.#take = undefined;
    if (take === undefined) this.#waiting = [...this.#waiting, text];
    else take(text);
    this.#region.requestRender();
  }

  /** A message goes back to where it was written: before what is being typed, behind those that came back before it. */
  putBack(text: string): void {
    const before = `${this.text}\n`.startsWith(this.#returned) ? this.#returned : "";
    const typed = this.text.slice(before.length);
    this.#returned = `${before}${text}\n`;
    this.text = typed === "" ? `${before}${text}` : `${this.#returned}${typed}`;
    this.#region.requestRender();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#take?.(undefined);
  }

  invalidate(): void {
    this.editor.invalidate();
  }

  render(width: number): string[] {
    const lines = [
      ...[...this.#joining].map(({ text }) => `sent when this step ends: ${this.shown(text)}`),
      ...this.#waiting.map((text) => `waiting: ${this.shown(text)}`),
      ...this.along,
    ];
    const shown = lines.map((line) => this.#styles.dim(truncateToWidth(`  ${spelledOnOneLine(line)}`, width, "…")));
    return [...shown, ...this.editor.render(width)];
  }

  handleInput(data: string): void {
    this.editor.handleInput(data);
  }

  #submit(text: string): void {
    if (text.trim() === "") return;
    this.editor.addToHistory(text);
    this.#rememberChips(text);
    if (!this.onMessage(text)) this.add(text);
  }

  #rememberChips(text: string): void {
    if (!CHIP.test(this.#written) || CHIP.test(text)) return;
    this.#withChips.set(text, this.#written.trim());
    const [oldest] = this.#withChips.keys();
    if (oldest !== undefined && this.#withChips.size > MOST_CHIPS) this.#withChips.delete(oldest);
  }
}
