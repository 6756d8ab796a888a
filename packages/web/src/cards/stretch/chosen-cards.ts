import { createContext, use, useState, useSyncExternalStore } from "react";
import { Announcer } from "../../thread/announcer.ts";

/** Which cards of a message its reader has opened or closed by hand: it outlives a card that moves into a fold. */
export class ChosenCards extends Announcer {
  readonly #open = new Map<string, boolean>();
  #pinned: ReadonlySet<string> = new Set();

  /** Cards that were opened where they stood alone: they go on standing there. The same set until that changes. */
  readonly pinned = (): ReadonlySet<string> => this.#pinned;

  /** Undefined for a card that nobody has touched. */
  isOpen(toolCallId: string): boolean | undefined {
    return this.#open.get(toolCallId);
  }

  choose(toolCallId: string, isOpen: boolean, stays: boolean): void {
    this.#open.set(toolCallId, isOpen);
    if (stays && isOpen !== this.#pinned.has(toolCallId)) {
      const others = [...this.#pinned].filter((id) => id !== toolCallId);
      this.#pinned = new Set(isOpen ? [...others, toolCallId] : others);
    }
    this.announce();
  }
}

/** Undefined where no message keeps what was chosen: each card keeps it for itself then. */
export const ChosenCardsContext = createContext<ChosenCards | undefined>(undefined);

/** Whether the cards inside stand in a fold. */
export const InFold = createContext(false);

/** What the reader chose for a card, and how to choose. */
export function useChosen(toolCallId: string): readonly [chosen: boolean | undefined, choose: (is: boolean) => void] {
  const [own] = useState(() => new ChosenCards());
  const cards = use(ChosenCardsContext) ?? own;
  const isFolded = use(InFold);
  const read = () => cards.isOpen(toolCallId);
  const chosen = useSyncExternalStore(cards.subscribe, read, read);
  return [chosen, (isOpen) => cards.choose(toolCallId, isOpen, !isFolded)];
}
