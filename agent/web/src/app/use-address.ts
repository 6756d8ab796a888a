import { useEffect } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { nameOf } from "../thread/thread-state.ts";
import { threadInAddress } from "./thread-in-address.ts";

/** Keeps the address and the shown thread the same: `#` and the thread's id. */
export function useAddress(): void {
  const { thread } = useServices();
  const threadId = useStore(thread, nameOf);
  useEffect(() => {
    const follow = () => {
      const wanted = wantedThread();
      if (wanted !== nameOf(thread.state())) void thread.open(wanted);
    };
    addEventListener("hashchange", follow);
    follow();
    return () => removeEventListener("hashchange", follow);
  }, [thread]);
  useEffect(() => {
    // A thread that was just made, or a fork: the one that it came from is a step back. Going back and forth has set
    // the address itself.
    const isAnother = threadId !== undefined && threadId !== wantedThread();
    if (isAnother && wantedThread() === undefined) history.replaceState(null, "", `#${threadId}`);
    else if (isAnother) history.pushState(null, "", `#${threadId}`);
    // A thread that is not there, or not any more. What was asked for first is already being opened here.
    const isGone = nameOf(thread.state()) === undefined && wantedThread() !== undefined;
    if (isGone) history.replaceState(null, "", location.pathname);
  }, [thread, threadId]);
}

function wantedThread(): string | undefined {
  return threadInAddress(location.hash);
}
