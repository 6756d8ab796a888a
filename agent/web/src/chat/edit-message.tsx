import { useAuiState } from "@assistant-ui/react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useServices } from "../base/services.ts";
import { userContent, userText, withText } from "../thread/user-content.ts";
import { chatTexts } from "../words/chat.ts";

interface EditMessageProps {
  /** The run that began with the message. */
  readonly runId: string;
  readonly onEnd: () => void;
}

/** Says something else in the place of a message, in a fork: what was said and done stays where it is. */
export function EditMessage({ runId, onEnd }: EditMessageProps) {
  const { thread } = useServices();
  const parts = useAuiState((s) => s.message.parts);
  const said = userContent(parts);
  const [text, setText] = useState(userText(said));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const content = withText(said, text.trim());
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (content.length === 0) return;
    onEnd();
    void thread.sayInstead(runId, content);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") onEnd();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className="edit-message" onSubmit={send}>
      <textarea
        ref={field}
        aria-label={chatTexts.editedMessage}
        value={text}
        rows={Math.min(12, text.split("\n").length + 1)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKey}
      />
      <div className="edit-buttons">
        <span className="quiet-text">{chatTexts.continuesInNew}</span>
        <button type="button" className="quiet picker" onClick={onEnd}>
          {chatTexts.cancel}
        </button>
        <button type="submit" className="primary" disabled={content.length === 0}>
          {chatTexts.send}
        </button>
      </div>
    </form>
  );
}
