import { questionTexts } from "@toolwright/view/internal/words";
import { useEffect, useRef } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { titleOf } from "../threads/title-of.ts";
import { notifies } from "./notifications.ts";

/**
 * Tells of new questions on the desktop while the page is not seen, where a person has asked for it. A click leads to
 * the thread.
 */
export function useNotifications(): void {
  const { threads } = useServices();
  const pending = useStore(threads, (state) => state.pending);
  const told = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const fresh = pending.filter(({ approvalId }) => !told.current.has(approvalId));
    told.current = new Set(pending.map(({ approvalId }) => approvalId));
    if (!document.hidden || !notifies()) return;
    for (const { approvalId, threadId, toolName } of fresh) {
      const thread = threads.find(threadId);
      const note = new Notification(questionTexts.run(toolName), {
        body: titleOf(thread ?? { title: "" }),
        tag: approvalId,
      });
      note.onclick = () => {
        window.focus();
        location.hash = encodeURIComponent(threadId);
        note.close();
      };
    }
  }, [pending, threads]);
}
