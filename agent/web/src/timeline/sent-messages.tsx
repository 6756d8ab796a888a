import type { ModelRequest } from "@toolwright/view";
import { type RequestMessage, spelledOut } from "@toolwright/view/internal";
import { useEffect, useState } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { timelinePageTexts } from "../words/timeline.ts";

/**
 * Sent to the model at a step, as the record has it, one fold for each message. The answer stands in the events
 * below.
 */
export function SentMessages({ seq }: { readonly seq: number }) {
  const { api, thread } = useServices();
  const threadId = useStore(thread, (state) => state.threadId);
  const [request, setRequest] = useState<ModelRequest | string>();
  useEffect(() => {
    let isShown = true;
    const path = `/api/threads/${encodeURIComponent(threadId ?? "")}/requests/${seq}`;
    void api.get<ModelRequest>(path).then((answer) => {
      if (isShown) setRequest(answer.ok ? answer.value : answer.error);
    });
    return () => {
      isShown = false;
    };
  }, [api, threadId, seq]);
  if (request === undefined) return <p className="quiet-text">{timelinePageTexts.loadingRequest}</p>;
  if (typeof request === "string") return <p role="alert">{request}</p>;
  return (
    <section aria-label={timelinePageTexts.sent} className="sent-messages">
      <h4>{timelinePageTexts.sentCount(request.messages.length + request.earlier)}</h4>
      {request.messages.map((message, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a request never changes.
        <Sent key={place} message={message} isOpen={place === request.messages.length - 1} />
      ))}
    </section>
  );
}

function Sent({
  message: { role, text, cut },
  isOpen,
}: {
  readonly message: RequestMessage;
  readonly isOpen: boolean;
}) {
  return (
    <details open={isOpen}>
      <summary>
        <b>{role}</b> <span dir="auto">{spelledOut(text.slice(0, 120))}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too. */}
      <pre dir="auto" tabIndex={0}>
        {spelledOut(text)}
      </pre>
      {cut === undefined ? null : <p className="quiet-text">{timelinePageTexts.furtherCharacters(cut)}</p>}
    </details>
  );
}
