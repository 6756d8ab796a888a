import { useAuiState } from "@assistant-ui/react";
import { type ChangedTurn, spelledOnOneLine } from "@toolwright/view/internal";
import { useState } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { messageDetails } from "../chat/message-details.ts";
import { lineCounts } from "../side/collect-changes.ts";
import { theSide } from "../side/side-store.ts";
import { changesTexts } from "../words/changes.ts";
import { UndoResult } from "./undo-result.tsx";
import { changedText, fileLines } from "./undo-view.ts";
import { useNetChanges } from "./use-net-changes.ts";

/** What a run changed in files, under its message, with the way back. */
export function TurnChanges() {
  const { undo, past } = useServices();
  // What can be taken back is what is there now.
  const isPast = useStore(past, ({ at }) => at !== undefined);
  const runId = useAuiState((s) => messageDetails(s.message.metadata.custom).runId);
  const isLast = useAuiState((s) => s.message.isLast);
  const turn = useStore(undo, ({ turns }) => turns.get(runId ?? ""));
  const [isOpen, setOpen] = useState(false);
  // Of many messages few are looked at.
  const net = useNetChanges(runId, turn !== undefined && (isLast || isOpen));
  if (isPast || turn === undefined || turn.files.length === 0) return null;
  return (
    <fieldset className="turn-changes" aria-label={changedText(turn)}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {changedText(turn)}{" "}
          <span className="line-counts">
            {net === undefined || net === "unknown" || runId === undefined ? "" : lineCounts(net.files)}
          </span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too. */}
        <ul tabIndex={0}>
          {fileLines(turn).map((line) => (
            <li key={line} dir="auto">
              {spelledOnOneLine(line)}
            </li>
          ))}
        </ul>
      </details>
      <button type="button" className="picker" onClick={() => theSide.openChanges(turn.runId)}>
        {changesTexts.show}
      </button>
      <ReverseButtons turn={turn} />
      <UndoResult runId={turn.runId} />
    </fieldset>
  );
}

function ReverseButtons({ turn: { runId, isUndone } }: { readonly turn: ChangedTurn }) {
  const { undo, thread } = useServices();
  const isBusy = useStore(undo, ({ busy }) => busy === runId);
  const isRunning = useStore(thread, (state) => state.isRunning);
  const reverse = (kind: "undo" | "redo", back = {}) => void undo.reverse(kind, { runId, ...back });
  const button = { type: "button", className: "picker", disabled: isBusy || isRunning } as const;
  if (isUndone) {
    return (
      <button {...button} onClick={() => reverse("redo")}>
        {changesTexts.redo}
      </button>
    );
  }
  return (
    <>
      <button {...button} onClick={() => reverse("undo")}>
        {changesTexts.undo}
      </button>
      <button {...button} title={changesTexts.goBackTitle} onClick={() => reverse("undo", { fork: true })}>
        {changesTexts.goBack}
      </button>
    </>
  );
}
