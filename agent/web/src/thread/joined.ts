import type { ThreadState } from "./thread-state.ts";

type Page = Pick<ThreadState, "messages" | "before">;

/** The newest page of a thread that was read again: older messages that are shown already stay. */
export function joined(shown: Page, page: Page): Page {
  const place = shown.messages.findIndex(({ id }) => id === page.messages[0]?.id);
  if (place <= 0) return page;
  return { messages: [...shown.messages.slice(0, place), ...page.messages], before: shown.before };
}
