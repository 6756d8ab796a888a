import { type ChangedTurn, spelledOnOneLine } from "@toolwright/view/internal";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { changesTexts } from "../words/changes.ts";
import { sideTexts } from "../words/side.ts";
import { theSide } from "./side-store.ts";

interface FileHeadProps {
  readonly path: string;
  /** What became of it, and how many lines. */
  readonly facts: string;
  readonly turn: ChangedTurn | undefined;
}

/** The name of a file that was changed, and what can be done with it. */
export function FileHead({ path, facts, turn }: FileHeadProps) {
  const { undo, thread, info } = useServices();
  const isBusy = useStore(undo, ({ busy }) => busy !== undefined);
  const isRunning = useStore(thread, (state) => state.isRunning);
  const file = turn?.files.find((one) => one.path === path);
  const isUndone = turn?.isUndone === true || file?.isUndone === true;
  return (
    <div className="file-changes-head">
      <code dir="auto">{spelledOnOneLine(path)}</code>
      <span className="line-counts">{facts}</span>
      <span className="space" />
      {info.files ? (
        <button type="button" className="quiet picker" onClick={() => theSide.openFile(path)}>
          {sideTexts.showFile}
        </button>
      ) : null}
      {isUndone ? <span className="quiet-text">{changesTexts.undone}</span> : null}
      {turn !== undefined && file !== undefined && !isUndone ? (
        <button
          type="button"
          className="picker"
          aria-label={changesTexts.undoFileOf(spelledOnOneLine(path))}
          disabled={isBusy || isRunning}
          onClick={() => void undo.reverse("undo", { runId: turn.runId, path })}
        >
          {changesTexts.undoFile}
        </button>
      ) : null}
    </div>
  );
}
