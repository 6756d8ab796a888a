import type { ThreadSummary } from "@toolwright/view";
import { useEffect, useId, useRef } from "react";
import { useServices } from "../base/services.ts";
import { conversationsTexts } from "../words/conversations.ts";
import { titleOf } from "./title-of.ts";

interface DeleteDialogProps {
  readonly thread: ThreadSummary;
  readonly onEnd: () => void;
}

/** Asks before a thread is deleted: nothing brings it back. */
export function DeleteDialog({ thread, onEnd }: DeleteDialogProps) {
  const services = useServices();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const remove = async () => {
    onEnd();
    const isShown = services.thread.state().threadId === thread.id;
    if ((await services.threads.delete(thread.id)) && isShown) location.hash = "";
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={heading} onClose={onEnd}>
      <h2 id={heading}>{conversationsTexts.deleteQuestion}</h2>
      <p>{conversationsTexts.deleteAbout(titleOf(thread))}</p>
      <div className="dialog-buttons">
        <button type="button" onClick={onEnd}>
          {conversationsTexts.cancel}
        </button>
        <button type="button" className="danger" onClick={() => void remove()}>
          {conversationsTexts.delete}
        </button>
      </div>
    </dialog>
  );
}
