import { type Component, decodeKittyPrintable, matchesKey, truncateToWidth } from "@earendil-works/pi-tui";
import { hasAllWords } from "../../text/has-all-words.ts";
import { printable } from "../../text/printable.ts";
import type { Styles } from "../styles.ts";
import type { Choice } from "../terminal.ts";

/** Answers that are shown at once. */
const SHOWN = 10;

export interface MenuOptions {
  readonly choices: readonly Choice[];
  readonly styles: Styles;
  /** What comes of leaving. */
  readonly leaving: string;
  /** Words that are typed leave only the answers that have them. */
  readonly isFiltered: boolean;
  readonly choose: (word: string) => void;
  /** Esc, where it does not stop the run. */
  readonly back?: (() => void) | undefined;
}

/** Answers below each other: the key of one takes it, as do the arrows and Enter. */
export class Menu implements Component {
  readonly #options: MenuOptions;
  #at = 0;
  #words = "";

  constructor(options: MenuOptions) {
    this.#options = options;
  }

  invalidate(): void {}

  render(width: number): string[] {
    const { leaving, styles, isFiltered } = this.#options;
    const choices = this.#choices();
    const first = Math.max(this.#at - SHOWN + 1, 0);
    const rows = choices.slice(first, first + SHOWN).map(({ key, label }, index) => {
      const isAt = first + index === this.#at;
      const row = truncateToWidth(`${isAt ? "❯" : " "} ${key.padEnd(1)}  ${printable(label)}`, width, "…");
      return isAt ? styles.cyan(row) : row;
    });
    const left = choices.length - first - rows.length;
    const rest = choices.length === 0 ? "None is like that. · " : left > 0 ? `${left} more · ` : "";
    const typed = this.#words === "" ? "type to find one · " : `with “${printable(this.#words)}” · `;
    const foot = `  ${rest}${isFiltered ? typed : ""}${leaving}`;
    return [...rows, styles.dim(truncateToWidth(foot, width, "…"))];
  }

  /** False where Esc stops the run. */
  goBack(): boolean {
    this.#options.back?.();
    return this.#options.back !== undefined;
  }

  handleInput(data: string): void {
    const choices = this.#choices();
    const last = Math.max(choices.length - 1, 0);
    if (matchesKey(data, "up")) this.#at = this.#at === 0 ? last : this.#at - 1;
    else if (matchesKey(data, "down")) this.#at = this.#at === last ? 0 : this.#at + 1;
    const chosen = matchesKey(data, "enter") ? choices[this.#at] : this.#withKey(data);
    if (chosen !== undefined) this.#options.choose(chosen.word);
    else if (this.#options.isFiltered) this.#type(data);
  }

  #choices(): readonly Choice[] {
    const { choices } = this.#options;
    return this.#words === "" ? choices : choices.filter(({ label }) => hasAllWords(label, this.#words));
  }

  /** A digit within words that are typed is one of their letters. */
  #withKey(data: string): Choice | undefined {
    if (this.#words !== "") return undefined;
    const key = data.toLowerCase();
    return this.#options.choices.find((choice) => choice.key !== "" && (choice.key === key || choice.word === key));
  }

  #type(data: string): void {
    const typed = decodeKittyPrintable(data) ?? (/^[^\p{Cc}]+$/u.test(data) ? data : "");
    const words = matchesKey(data, "backspace") ? this.#words.slice(0, -1) : this.#words + typed;
    if (words !== this.#words) this.#at = 0;
    this.#words = words;
  }
}
