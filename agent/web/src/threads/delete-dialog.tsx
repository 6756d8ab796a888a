import type { ThreadSummary } from "@toolwright/view";
import { useEffect, useId, useRef } from "react";
import { useServices } from "../base/services.ts";
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
      <h2 id={heading}>Delete this thread?</h2>
      <p>“{titleOf(thread)}” and its timeline are deleted for good. Files stay as they are.</p>
      <div className="dialog-buttons">
        <button type="button" onClick={onEnd}>
          Cancel
        </button>
        <button type="button" className="danger" onClick={() => void remove()}>
          Delete
        </button>
      </div>
    </dialog>
  );
}
