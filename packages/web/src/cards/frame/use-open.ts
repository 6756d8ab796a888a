import { use, useState } from "react";
import type { CallState } from "./call-state.ts";
import { OpenCardsContext } from "./open-cards.ts";

/** Whether a card shows all it has: as its state wants, until the user chooses. */
export function useOpen({ kind }: CallState, isOpenWhenDone: boolean): readonly [isOpen: boolean, toggle: () => void] {
  const [chosen, choose] = useState<boolean>();
  const areOpen = use(OpenCardsContext);
  const isOpen = chosen ?? (areOpen || (kind === "done" ? isOpenWhenDone : kind !== "refused" && kind !== "stopped"));
  return [isOpen, () => choose(!isOpen)];
}
