/**
 * Scrolls to a call that asks: to all of it, or, where there is no room for that, to its beginning, which says what
 * would be done. True for all of it.
 */
export function showAskingCard(card: Element, view: Element): boolean {
  const hasRoom = card.getBoundingClientRect().height <= view.clientHeight;
  card.scrollIntoView({ block: hasRoom ? "nearest" : "start" });
  return hasRoom;
}
