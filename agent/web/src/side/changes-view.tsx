import { type ChangedTurn, spelledOnOneLine } from "@toolwright/view/internal";
import { useMemo } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { DiffView } from "../cards/diff/diff-view.tsx";
import { UndoResult } from "../undo/undo-result.tsx";
import { collectChanges, type FileChanges, lineCounts } from "./collect-changes.ts";
import { theSide } from "./side-store.ts";

/** All that a run changed, or the thread: file by file, with the way back. */
export function ChangesView({ runId }: { readonly runId: string | undefined }) {
  const { thread, undo } = useServices();
  const messages = useStore(thread, (state) => state.messages);
  const turn = useStore(undo, ({ turns }) => (runId === undefined ? undefined : turns.get(runId)));
  const changes = useMemo(() => collectChanges(messages, runId), [messages, runId]);
  const others = (turn?.files ?? []).filter(({ path }) => !changes.some((change) => change.path === path));
  return (
    <div className="side-body">
      <div className="changes-sum">
        <span>{lineCounts(changes)}</span>
        {runId === undefined ? null : (
          <button type="button" className="quiet" onClick={() => theSide.openChanges()}>
            All changes of the thread
          </button>
        )}
      </div>
      {changes.length + others.length === 0 ? <p className="quiet-text">No file was changed here.</p> : null}
      {changes.map((change) => (
        <section key={change.path} className="file-changes" aria-label={spelledOnOneLine(change.path)}>
          <FileHead change={change} turn={turn} />
          <DiffView files={change.diffs} named={change.path} />
        </section>
      ))}
      {others.length === 0 ? null : (
        <section aria-label="Changed by commands">
          <p className="quiet-text">Changed by commands, so that there is no diff of it:</p>
          <ul className="other-files">
            {others.map(({ path, change }) => (
              <li key={path} dir="auto">{`${change} ${spelledOnOneLine(path)}`}</li>
            ))}
          </ul>
        </section>
      )}
      {runId === undefined ? null : <UndoResult runId={runId} />}
    </div>
  );
}

interface FileHeadProps {
  readonly change: FileChanges;
  readonly turn: ChangedTurn | undefined;
}

function FileHead({ change, turn }: FileHeadProps) {
  const { undo, thread } = useServices();
  const isBusy = useStore(undo, ({ busy }) => busy !== undefined);
  const isRunning = useStore(thread, (state) => state.isRunning);
  const { path } = change;
  const file = turn?.files.find((one) => one.path === path);
  const isUndone = turn?.isUndone === true || file?.isUndone === true;
  return (
    <div className="file-changes-head">
      <code dir="auto">{spelledOnOneLine(path)}</code>
      <span className="line-counts">
        {change.diffs.map(({ what }) => spelledOnOneLine(what)).join(" ")} {lineCounts([change])}
      </span>
      <span className="space" />
      <button type="button" className="quiet picker" onClick={() => theSide.openFile(path)}>
        Show the file
      </button>
      {isUndone ? <span className="quiet-text">Undone</span> : null}
      {turn !== undefined && file !== undefined && !isUndone ? (
        <button
          type="button"
          className="picker"
          aria-label={`Undo this file: ${spelledOnOneLine(path)}`}
          disabled={isBusy || isRunning}
          onClick={() => void undo.reverse("undo", { runId: turn.runId, path })}
        >
          Undo this file
        </button>
      ) : null}
    </div>
  );
}
