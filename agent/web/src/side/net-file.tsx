import type { NetChange } from "@toolwright/view/internal";
import { type Hunk, spelledOnOneLine, wholeNumber } from "@toolwright/view/internal";
import { type DiffRow, hunkRows, wordMarks } from "@toolwright/view/internal/diff";
import { useMemo } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { languageOf } from "../cards/lines/highlighting.ts";
import { LinesView, type ShownLine } from "../cards/lines/lines-view.tsx";
import { changesTexts } from "../words/changes.ts";
import { splitRows } from "./split-rows.ts";

interface NetFileProps {
  readonly file: NetChange;
  /** The run whose changes are shown; undefined for all of them. */
  readonly runId: string | undefined;
  /** There is room for what was and what is side by side. */
  readonly isWide: boolean;
}

/** A file from its first state to its last, hunk by hunk, each with its way back. */
export function NetFile({ file, runId, isWide }: NetFileProps) {
  const { path, hunks, left = 0, basis } = file;
  const isWhole = file.change === "created" || file.change === "removed";
  return (
    <>
      {hunks.map((hunk) => (
        <div key={`${hunk.oldStart} ${hunk.newStart}`} className="net-hunk">
          {isWhole ? null : <HunkHead hunk={hunk} path={path} runId={runId} basis={basis} />}
          <HunkLines hunk={hunk} path={path} isWide={isWide && !isWhole} />
        </div>
      ))}
      {left === 0 ? null : <p className="quiet-text">{changesTexts.moreLines(wholeNumber(left))}</p>}
    </>
  );
}

interface HunkHeadProps {
  readonly hunk: Hunk;
  readonly path: string;
  readonly runId: string | undefined;
  readonly basis: string | undefined;
}

function HunkHead({ hunk, path, runId, basis }: HunkHeadProps) {
  const { oldStart, newStart, text } = hunk;
  const { undo, thread } = useServices();
  const isBusy = useStore(undo, ({ busy }) => busy !== undefined);
  const isRunning = useStore(thread, (state) => state.isRunning);
  const line = newStart + text.split("\n").findIndex((each) => !each.startsWith(" "));
  const request = { path, oldStart, newStart, ...(runId !== undefined && { runId }) };
  return (
    <div className="net-hunk-head">
      <span>{changesTexts.line(line)}</span>
      {basis === undefined ? null : (
        <button
          type="button"
          className="quiet picker"
          aria-label={changesTexts.takeBackLine(line, spelledOnOneLine(path))}
          disabled={isBusy || isRunning}
          onClick={() => void undo.reverseHunk({ ...request, basis })}
        >
          {changesTexts.takeBack}
        </button>
      )}
    </div>
  );
}

function HunkLines({ hunk, path, isWide }: { readonly hunk: Hunk; readonly path: string; readonly isWide: boolean }) {
  const rows = useMemo(() => hunkRows(hunk).filter(({ kind }) => kind !== "note"), [hunk]);
  const marks = useMemo(() => wordMarks(rows), [rows]);
  const language = languageOf(path);
  const shown = (row: DiffRow, numbers: ShownLine["numbers"]): ShownLine => {
    return { kind: row.kind, text: row.text, numbers, marks: marks.get(row) };
  };
  if (!isWide) {
    const lines = rows.map((row) => shown(row, [row.oldLine, row.newLine]));
    return (
      <figure className="tw-diff" aria-label={spelledOnOneLine(path)}>
        <LinesView lines={lines} language={language} />
      </figure>
    );
  }
  const { before, after } = splitRows(rows);
  const column = (side: readonly (DiffRow | undefined)[], number: "oldLine" | "newLine") =>
    side.map((row) => (row === undefined ? EMPTY : shown(row, [row[number]])));
  return (
    <div className="net-sides">
      <figure className="tw-diff" aria-label={changesTexts.before(spelledOnOneLine(path))}>
        <LinesView lines={column(before, "oldLine")} language={language} />
      </figure>
      <figure className="tw-diff" aria-label={changesTexts.after(spelledOnOneLine(path))}>
        <LinesView lines={column(after, "newLine")} language={language} />
      </figure>
    </div>
  );
}

/** Where the other side alone has a line. */
const EMPTY: ShownLine = { kind: "note", text: "", numbers: [undefined] };
