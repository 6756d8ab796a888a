import { useEffect, useRef } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { connectionTexts } from "../words/connection.ts";
import { Door } from "./door.tsx";

/**
 * Lies over the page while the server does not let it in any more, as after a start with another token: nothing that
 * was written is lost.
 */
export function ClosedDoor() {
  const { threads } = useServices();
  const isRefused = useStore(threads, (state) => state.isRefused);
  return isRefused ? <Dialog /> : null;
}

function Dialog() {
  const { api, thread, threads } = useServices();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const open = (token: string) => {
    api.goOnWith(token);
    void threads.again();
    const { threadId } = thread.state();
    if (threadId !== undefined) void thread.open(threadId);
  };
  return (
    <dialog ref={dialog} className="dialog" aria-label={connectionTexts.needsToken}>
      <Door onOpen={open} />
    </dialog>
  );
}
