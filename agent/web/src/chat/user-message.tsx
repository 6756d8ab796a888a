import { MessagePrimitive, type TextMessagePartProps, useAuiState } from "@assistant-ui/react";
import { useState } from "react";
import { Icon } from "../icons/icon.tsx";
import { runOf } from "../thread/said.ts";
import { chatTexts } from "../words/chat.ts";
import { BranchPicker } from "./branch-picker.tsx";
import { EditMessage } from "./edit-message.tsx";
import { MessageMeta } from "./message-meta.tsx";
import { SaidText } from "./said-text.tsx";

const components = {
  Text: ({ text }: TextMessagePartProps) => <SaidText text={text} />,
  Image: ({ image }: { readonly image: string }) => <img src={image} alt={chatTexts.sentByYou} />,
};

/** What the user said. */
export function UserMessage() {
  const [isEditing, setEditing] = useState(false);
  const runId = useAuiState((s) => runOf(s.message.id));
  const isShownAsForm = isEditing && runId !== undefined;
  return (
    <MessagePrimitive.Root className="message user" role="article" aria-label={chatTexts.you}>
      {isShownAsForm ? (
        <EditMessage runId={runId} onEnd={() => setEditing(false)} />
      ) : (
        <div className="bubble" dir="auto">
          <MessagePrimitive.Parts components={components} />
        </div>
      )}
      <MessageMeta>
        {runId === undefined || isEditing ? null : (
          <button type="button" className="quiet" onClick={() => setEditing(true)}>
            <Icon name="edit" />
            {chatTexts.edit}
          </button>
        )}
        {runId === undefined || isEditing ? null : <BranchPicker runId={runId} />}
      </MessageMeta>
    </MessagePrimitive.Root>
  );
}
