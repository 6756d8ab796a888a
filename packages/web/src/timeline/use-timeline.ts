import { useEffect } from "react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import type { TimelineState } from "./timeline-store.ts";

/** The timeline of the thread that is shown, kept up to date. */
export function useTimeline(): TimelineState {
  const { thread, threads, timeline } = useServices();
  const threadId = useStore(thread, (state) => state.threadId);
  const isLoading = useStore(thread, (state) => state.isLoading);
  const shown = useStore(thread, (state) => state.seq);
  const heard = useStore(threads, (state) => state.newest.get(threadId ?? "") ?? 0);
  useEffect(() => {
    // How far back to go is known once the thread is there.
    if (isLoading) timeline.open(undefined, 0);
    else timeline.open(threadId, thread.state().seq);
  }, [timeline, thread, threadId, isLoading]);
  useEffect(() => {
    if (!isLoading) timeline.hear(Math.max(shown, heard));
  }, [timeline, shown, heard, isLoading]);
  return useStore(timeline, (state) => state);
}
