import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { composerTexts } from "../words/composer.ts";

/** What did not work, and what to do about it. */
export function ComposerProblem() {
  const { thread } = useServices();
  const problem = useStore(thread, (state) => state.problem);
  const isLost = useStore(thread, (state) => state.connection === "lost");
  return (
    <div role="alert" className="composer-problem" hidden={problem === undefined}>
      {problem === undefined ? null : <span>{problem}</span>}
      {problem !== undefined && isLost ? (
        <button type="button" onClick={() => void thread.open(thread.state().threadId)}>
          {composerTexts.connectAgain}
        </button>
      ) : null}
      {problem === undefined || isLost ? null : (
        <button type="button" className="quiet" onClick={() => thread.tell(undefined)}>
          {composerTexts.dismiss}
        </button>
      )}
    </div>
  );
}
