import { useEffect } from "react";
import { useServices } from "./services.ts";
import { useStore } from "./use-store.ts";

/** Opens the thread again that was lost, as soon as the server answers again. */
export function useReconnect(): void {
  const { thread, threads } = useServices();
  const isReached = useStore(threads, (state) => state.isReached);
  const isLost = useStore(thread, (state) => state.connection === "lost");
  useEffect(() => {
    if (isReached && isLost) void thread.open(thread.state().threadId);
  }, [thread, isReached, isLost]);
}
