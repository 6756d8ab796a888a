import { type Component, matchesKey, truncateToWidth } from "@earendil-works/pi-tui";
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
  readonly choose: (word: string) => void;
}

/** Answers below each other: the key of one takes it, as do the arrows and Enter. */
export class Menu implements Component {
  readonly #options: MenuOptions;
  #at = 0;

  constructor(options: MenuOptions) {
    this.#options = options;
  }

  invalidate(): void {}

  render(width: number): string[] {
    const { choices, leaving, styles } = this.#options;
    const first = Math.max(this.#at - SHOWN + 1, 0);
    const rows = choices.slice(first, first + SHOWN).map(({ key, label }, index) => {
      const isAt = first + index === this.#at;
      const row = truncateToWidth(`${isAt ? "❯" : " "} ${key.padEnd(1)}  ${printable(label)}`, width, "…");
      return isAt ? styles.cyan(row) : row;
    });
    const left = choices.length - first - rows.length;
    const foot = `  ${left > 0 ? `${left} more · ` : ""}${leaving}`;
    return [...rows, styles.dim(truncateToWidth(foot, width, "…"))];
  }

  handleInput(data: string): void {
    const { choices, choose } = this.#options;
    const last = choices.length - 1;
    if (matchesKey(data, "up")) this.#at = this.#at === 0 ? last : this.#at - 1;
    else if (matchesKey(data, "down")) this.#at = this.#at === last ? 0 : this.#at + 1;
    const key = data.toLowerCase();
    const chosen = matchesKey(data, "enter")
      ? choices[this.#at]
      : choices.find((choice) => choice.key !== "" && (choice.key === key || choice.word === key));
    if (chosen !== undefined) choose(chosen.word);
  }
}
