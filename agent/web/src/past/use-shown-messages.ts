import type { ThreadMessageLike } from "@assistant-ui/react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";

/** The messages of the thread as they are, or as they were at the step that is looked at. */
export function useShownMessages(): readonly ThreadMessageLike[] {
  const { thread, past } = useServices();
  const now = useStore(thread, (state) => state.messages);
  const then = useStore(past, ({ at }) => (at === undefined ? undefined : past.messages()));
  return then ?? now;
}
