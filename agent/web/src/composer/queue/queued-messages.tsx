import { useServices } from "../../base/services.ts";
import { useStore } from "../../base/use-store.ts";
import { Icon } from "../../icons/icon.tsx";
import { userText } from "../../thread/user-content.ts";
import { queueTexts } from "../../words/queue.ts";
import { draftOf } from "../composer-store.ts";
import type { QueuedMessage } from "./steer-store.ts";

/** What was said while a run goes on, until the run has heard it. */
export function QueuedMessages() {
  const { steers } = useServices();
  const messages = useStore(steers, (state) => state);
  if (messages.length === 0) return null;
  return (
    <ul className="queued" aria-label={queueTexts.list}>
      {messages.map((message) => (
        <Queued key={message.id} message={message} />
      ))}
    </ul>
  );
}

function Queued({ message: { id, content, state } }: { readonly message: QueuedMessage }) {
  const { steers, composer, thread, choice } = useServices();
  const isRunning = useStore(thread, (state) => state.isRunning || state.isLoading);
  const text = userText(content);
  const edit = async () => {
    const taken = await steers.takeBack(id);
    if (taken === undefined) return;
    composer.bringBack(draftOf(taken));
    document.querySelector<HTMLElement>(".composer-input")?.focus();
  };
  const send = async () => {
    const taken = await steers.takeBack(id);
    if (taken === undefined || (await thread.send({ content: taken, ...choice.sent() }))) return;
    composer.bringBack(draftOf(taken));
  };
  return (
    <li className="queued-message" data-state={state}>
      <span className="queued-text" dir="auto">
        {text === "" ? queueTexts.files : text.slice(0, 2_000)}
      </span>
      <span className="quiet-text">{queueTexts[state]}</span>
      {state === "unsent" ? (
        <button type="button" className="quiet" disabled={isRunning} onClick={() => void send()}>
          {queueTexts.send}
        </button>
      ) : null}
      <button type="button" className="quiet" disabled={state === "sending"} onClick={() => void edit()}>
        {queueTexts.edit}
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={state === "unsent" ? queueTexts.dismiss : queueTexts.takeBack}
        disabled={state === "sending"}
        onClick={() => void steers.takeBack(id)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
