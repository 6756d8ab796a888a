import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { changesTexts } from "../words/changes.ts";
import type { UndoOutcome } from "./undo-view.ts";

/** What came of an undo: what was done, or what stands against it. */
export function UndoResult({ runId }: { readonly runId: string }) {
  const { undo } = useServices();
  const outcome = useStore(undo, ({ outcomes }) => outcomes.get(runId));
  return (
    <div className="undo-result" data-problem={outcome?.isProblem === true}>
      {/* Always there, so that what is put into it is read aloud. */}
      <div role="status" className="plain-text">
        {outcome?.lines.join("\n")}
      </div>
      {outcome?.isProblem === true ? <WayOn runId={runId} outcome={outcome} /> : null}
    </div>
  );
}

function WayOn({ runId, outcome }: { readonly runId: string; readonly outcome: UndoOutcome }) {
  const { undo } = useServices();
  const { kind, force, goesBack } = outcome;
  const back = goesBack ? { fork: true } : {};
  return (
    <>
      {force === undefined ? null : (
        <button
          type="button"
          className="picker"
          onClick={() => void undo.reverse(kind, { runId, force: true, ...back })}
        >
          {force}
        </button>
      )}
      <button type="button" className="quiet picker" onClick={() => undo.dismiss(runId)}>
        {changesTexts.leave}
      </button>
    </>
  );
}
