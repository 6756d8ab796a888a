import { type Component, Editor, type Focusable, matchesKey } from "@earendil-works/pi-tui";
import { printable } from "../../text/printable.ts";
import type { Styles } from "../styles.ts";
import { editorTheme } from "./editor-theme.ts";
import type { LiveRegion } from "./live-region.ts";

/** What an entry asks for. */
export interface EntryOptions {
  readonly label: string;
  /** Stands there already. */
  readonly typed: string;
  /** Shown as dots. */
  readonly isSecret: boolean;
  readonly styles: Styles;
  readonly done: (text: string) => void;
  /** Ctrl-D where nothing is typed. */
  readonly leave: () => void;
  /** Esc, where it does not stop the run. */
  readonly back: (() => void) | undefined;
}

/** A text that is asked for. */
export class Entry implements Component, Focusable {
  readonly #editor: Editor;
  readonly #options: EntryOptions;

  constructor(region: LiveRegion, options: EntryOptions) {
    this.#options = options;
    this.#editor = new Editor(region, editorTheme(options.styles));
    if (options.typed !== "") this.#editor.setText(options.typed);
    this.#editor.onSubmit = options.done;
  }

  /** No file may hold it, not even while it is written. */
  get isSecret(): boolean {
    return this.#options.isSecret;
  }

  get text(): string {
    return this.#editor.getExpandedText();
  }

  set text(text: string) {
    this.#editor.setText(text);
  }

  get focused(): boolean {
    return this.#editor.focused;
  }

  set focused(value: boolean) {
    this.#editor.focused = value;
  }

  invalidate(): void {
    this.#editor.invalidate();
  }

  render(width: number): string[] {
    const { label, back, styles, isSecret } = this.#options;
    const foot = back === undefined ? [] : [styles.dim("  Esc goes back")];
    const text = isSecret ? [` ${dots(this.text).slice(0, width - 1)}`] : this.#editor.render(width);
    return [printable(label.trim()), ...text, ...foot];
  }

  /** False where Esc stops the run. */
  goBack(): boolean {
    this.#options.back?.();
    return this.#options.back !== undefined;
  }

  handleInput(data: string): void {
    if (matchesKey(data, "ctrl+d") && this.#editor.getText() === "") this.#options.leave();
    else this.#editor.handleInput(data);
  }
}

/** A secret as it is shown. */
export function dots(text: string): string {
  return "•".repeat(text.length);
}
