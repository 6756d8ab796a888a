import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";

/** What came of an undo: what was done, or what stands against it. */
export function UndoResult({ runId }: { readonly runId: string }) {
  const { undo } = useServices();
  const outcome = useStore(undo, ({ outcomes }) => outcomes.get(runId));
  if (outcome === undefined) return <div role="status" />;
  const { kind, lines, force, isProblem } = outcome;
  return (
    <div className={isProblem ? "undo-result problem" : "undo-result"}>
      <div role={isProblem ? "alert" : "status"} className="plain-text">
        {lines.join("\n")}
      </div>
      {force === undefined ? null : (
        <button type="button" className="picker" onClick={() => void undo.reverse(kind, { runId, force: true })}>
          {force}
        </button>
      )}
      {isProblem ? (
        <button type="button" className="quiet picker" onClick={() => undo.dismiss(runId)}>
          Leave it
        </button>
      ) : null}
    </div>
  );
}
