import { type Component, decodeKittyPrintable, matchesKey, truncateToWidth } from "@earendil-works/pi-tui";
import { spelledOnOneLine } from "@toolwright/view/internal";
import { hasAllWords } from "../../text/has-all-words.ts";
import type { Styles } from "../styles.ts";

/** Matches that are shown. */
const SHOWN = 8;

/** What was written earlier, found by any of its words. */
export class HistorySearch implements Component {
  readonly #messages: readonly string[];
  readonly #styles: Styles;
  readonly #take: (message: string) => void;
  #words = "";
  #at = 0;

  constructor(messages: readonly string[], styles: Styles, take: (message: string) => void) {
    this.#messages = messages;
    this.#styles = styles;
    this.#take = take;
  }

  invalidate(): void {}

  render(width: number): string[] {
    const { cyan, dim } = this.#styles;
    const found = this.#found();
    const first = Math.max(this.#at - SHOWN + 1, 0);
    const rows = found.slice(first, first + SHOWN).map((message, index) => {
      const isAt = first + index === this.#at;
      const row = truncateToWidth(`${isAt ? "❯" : " "} ${spelledOnOneLine(message)}`, width, "…");
      return isAt ? cyan(row) : row;
    });
    const head = truncateToWidth(`search: ${spelledOnOneLine(this.#words)}▏`, width, "…");
    const foot =
      found.length === 0 ? "  Nothing was written like that." : "  Enter takes it · Ctrl-R an earlier one · Esc leaves";
    return [head, ...rows, dim(truncateToWidth(foot, width, "…"))];
  }

  handleInput(data: string): void {
    const found = this.#found();
    if (matchesKey(data, "enter")) this.#take(found[this.#at] ?? "");
    else if (matchesKey(data, "ctrl+r") || matchesKey(data, "down"))
      this.#at = Math.min(this.#at + 1, Math.max(found.length - 1, 0));
    else if (matchesKey(data, "up")) this.#at = Math.max(this.#at - 1, 0);
    else if (matchesKey(data, "backspace")) this.#look(this.#words.slice(0, -1));
    else this.#look(this.#words + (decodeKittyPrintable(data) ?? printableOf(data)));
  }

  #look(words: string): void {
    if (words !== this.#words) this.#at = 0;
    this.#words = words;
  }

  #found(): readonly string[] {
    return this.#messages.filter((message) => hasAllWords(message, this.#words));
  }
}

function printableOf(data: string): string {
  return /^[^\p{Cc}]+$/u.test(data) ? data : "";
}
