import { useEffect, useRef } from "react";
import { bringIntoView } from "../base/bring-into-view.ts";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { Icon } from "../icons/icon.tsx";
import { chatTexts } from "../words/chat.ts";

/** Goes between the ways that a conversation took from a message on: each is a thread of its own. */
export function BranchPicker({ runId }: { readonly runId: string }) {
  const { branches, thread } = useServices();
  const threads = useStore(branches, (state) => state.get(runId));
  const shown = useStore(thread, (state) => state.threadId);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (threads === undefined || !branches.isWanted(threads)) return;
    const message = box.current?.closest(".message");
    if (message) bringIntoView(message);
    box.current?.querySelector<HTMLElement>("button:enabled")?.focus({ preventScroll: true });
  }, [branches, threads]);
  if (threads === undefined) return null;
  const place = threads.indexOf(shown ?? "");
  const step = (name: string, to: string | undefined) => (
    <button
      type="button"
      className="quiet"
      aria-label={name}
      disabled={to === undefined}
      onClick={() => (to === undefined ? undefined : branches.go(to))}
    >
      <Icon name="chevron" />
    </button>
  );
  return (
    <fieldset ref={box} className="branches" aria-label={chatTexts.branchOf(place + 1, threads.length)}>
      {step(chatTexts.branchBefore, threads[place - 1])}
      <span aria-hidden="true">{`${place + 1}/${threads.length}`}</span>
      {step(chatTexts.branchAfter, threads[place + 1])}
    </fieldset>
  );
}
