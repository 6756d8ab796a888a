import type { ThreadSummary } from "@toolwright/view";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useServices } from "../base/services.ts";
import { conversationsTexts } from "../words/conversations.ts";

/** Characters that a title may have: the server takes no more. */
const MAX_TITLE = 200;

interface RenameFormProps {
  readonly thread: ThreadSummary;
  readonly onEnd: () => void;
}

/** Gives a thread another title. */
export function RenameForm({ thread, onEnd }: RenameFormProps) {
  const { threads } = useServices();
  const [title, setTitle] = useState(thread.title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== "" && title !== thread.title) void threads.alter(thread.id, { title: title.trim() });
    onEnd();
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The drawer in which the list may stand would close as well.
    event.stopPropagation();
    onEnd();
  };
  return (
    <li className="thread-item renaming">
      <form onSubmit={save} onKeyDown={onEscape}>
        <input
          aria-label={conversationsTexts.title}
          value={title}
          maxLength={MAX_TITLE}
          ref={field}
          onChange={(e) => setTitle(e.target.value)}
        />
        <button type="submit">{conversationsTexts.save}</button>
        <button type="button" className="quiet" onClick={onEnd}>
          {conversationsTexts.cancel}
        </button>
      </form>
    </li>
  );
}
