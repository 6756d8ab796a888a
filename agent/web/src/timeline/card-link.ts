import { textIn } from "@toolwright/view/internal";
import { useEffect } from "react";
import type { TimelineRow } from "./timeline-row.ts";

/** The call that a row is about; undefined for any other. */
export function callOf({ kind, events }: Pick<TimelineRow, "kind" | "events">): string | undefined {
  return kind === "tools" ? textIn(events[0]?.data, "toolCallId") : undefined;
}

/** Shows the card of a call in the conversation; false where it is not loaded. */
export async function showCard(toolCallId: string): Promise<boolean> {
  const card = cardOf(toolCallId) ?? (await unfolded(toolCallId));
  card?.scrollIntoView({ block: "center" });
  card?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  return card !== undefined;
}

function cardOf(toolCallId: string): HTMLElement | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('[role="log"] [data-call]')];
  return cards.find(({ dataset }) => dataset.call === toolCallId);
}

/** Finished calls in one line have their cards only once it is opened. */
async function unfolded(toolCallId: string): Promise<HTMLElement | undefined> {
  const folds = [...document.querySelectorAll<HTMLElement>('[role="log"] [data-calls]')];
  // An id of a model may have spaces in it, too.
  const fold = folds.find(({ dataset }) => ` ${dataset.calls} `.includes(` ${toolCallId} `));
  fold?.querySelector<HTMLElement>('button[aria-expanded="false"]')?.click();
  await new Promise(requestAnimationFrame);
  return cardOf(toolCallId);
}

/** While the timeline is open, whoever uses a card finds its row marked. */
export function useCardLink(rows: readonly TimelineRow[], select: (key: string) => void): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[role="log"] [data-call]') : null;
      const row = card === null ? undefined : rows.findLast((known) => callOf(known) === card.dataset.call);
      if (row !== undefined) select(row.key);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [rows, select]);
}
