import { spelledOnOneLine } from "@toolwright/view/internal";
import { useEffect } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";

/** Keeps the title of the page: which thread it shows, and whether something waits for an answer. */
export function useTitle(): void {
  const { thread, threads } = useServices();
  const threadId = useStore(thread, (state) => state.threadId);
  const title = useStore(threads, () => threads.find(threadId)?.title ?? "");
  const waiting = useStore(threads, (state) => state.pending.length);
  useEffect(() => {
    document.title = pageTitle(title, waiting);
  }, [title, waiting]);
}

/** `waiting` counts the questions of all threads. */
export function pageTitle(title: string, waiting: number): string {
  return `${waiting === 0 ? "" : `(${waiting}) `}${title === "" ? "" : `${spelledOnOneLine(title)} – `}Toolwright`;
}
