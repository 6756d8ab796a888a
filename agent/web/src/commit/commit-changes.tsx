import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { theSide } from "../side/side-store.ts";
import { commitTexts } from "../words/commit.ts";
import { CommitForm } from "./commit-form.tsx";
import { commitOutcome } from "./commit-outcome.ts";

/** The button that commits what the thread changed. */
export function CommitButton() {
  const { commits, thread, info } = useServices();
  const isOpen = useStore(commits, ({ plan, isBusy }) => plan !== undefined || isBusy);
  const isRunning = useStore(thread, (state) => state.isRunning);
  if (info.commits !== true) return null;
  return (
    <button type="button" className="picker" disabled={isOpen || isRunning} onClick={() => void commits.open()}>
      {commitTexts.open}
    </button>
  );
}

/** Its form, and what came of the last commit. */
export function CommitChanges() {
  const { commits } = useServices();
  const { plan, problem, toolCallId } = useStore(commits, (state) => state);
  return (
    <>
      {plan === undefined ? null : <CommitForm plan={plan} />}
      {plan === undefined && problem !== undefined ? <p role="alert">{problem}</p> : null}
      {toolCallId === undefined ? null : <Outcome toolCallId={toolCallId} />}
    </>
  );
}

function Outcome({ toolCallId }: { readonly toolCallId: string }) {
  const { thread } = useServices();
  // The text alone is compared: messages change with every word.
  const text = useStore(thread, (state) => commitOutcome(state, toolCallId).text);
  const isAsked = useStore(thread, (state) => commitOutcome(state, toolCallId).kind === "asks");
  return (
    <p className="commit-outcome">
      <output>{text}</output>
      {isAsked ? (
        <button type="button" className="quiet picker to-conversation" onClick={() => theSide.close()}>
          {commitTexts.showConversation}
        </button>
      ) : null}
    </p>
  );
}
