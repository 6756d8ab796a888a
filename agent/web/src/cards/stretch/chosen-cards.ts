import { createContext, use, useState, useSyncExternalStore } from "react";
import { Watchable } from "../../thread/watchable.ts";

/** Which cards of a message its reader has opened or closed by hand: it outlives a card that moves into a fold. */
export class ChosenCards extends Watchable<ReadonlySet<string>> {
  readonly #open = new Map<string, boolean>();

  /**
   * Its state: cards that were opened where they stood alone and go on standing there. The same set until that changes.
   */
  constructor() {
    super(new Set());
  }

  /** Undefined for a card that nobody has touched. */
  isOpen(toolCallId: string): boolean | undefined {
    return this.#open.get(toolCallId);
  }

  choose(toolCallId: string, isOpen: boolean, stays: boolean): void {
    this.#open.set(toolCallId, isOpen);
    const pinned = this.state();
    const others = [...pinned].filter((id) => id !== toolCallId);
    const isOther = stays && isOpen !== pinned.has(toolCallId);
    this.set(isOther ? new Set(isOpen ? [...others, toolCallId] : others) : pinned);
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
