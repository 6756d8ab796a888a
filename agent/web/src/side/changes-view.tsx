import type { NetChange } from "@toolwright/view/internal";
import { type ChangedTurn, spelledOnOneLine } from "@toolwright/view/internal";
import { useEffect, useMemo, useRef, useState } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { DiffView } from "../cards/diff/diff-view.tsx";
import { CommitButton, CommitChanges } from "../commit/commit-changes.tsx";
import { useShownMessages } from "../past/use-shown-messages.ts";
import { UndoResult } from "../undo/undo-result.tsx";
import { useNetChanges } from "../undo/use-net-changes.ts";
import { changesTexts } from "../words/changes.ts";
import { sideTexts } from "../words/side.ts";
import { collectChanges, type FileChanges, lineCounts } from "./collect-changes.ts";
import { FileHead } from "./file-head.tsx";
import { NetFile } from "./net-file.tsx";
import { theSide } from "./side-store.ts";

/** All that a run changed, or the thread: file by file, from the first state to the last, with the way back. */
export function ChangesView({ runId }: { readonly runId: string | undefined }) {
  const { net } = useServices();
  const messages = useShownMessages();
  const { known, turn, isPast } = useKnownChanges(runId);
  const calls = useMemo(() => collectChanges(messages, runId), [messages, runId]);
  const made = calls.reduce((sum, { diffs }) => sum + diffs.length, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that goes on has changed something more.
  useEffect(() => void net.look(runId), [net, runId, made]);
  const place = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(place);
  const files = known === undefined || known === "unknown" ? undefined : known.files;
  // For a moment a file that was taken back still stands among what is left.
  const left = new Set(files?.map(({ path }) => path));
  const rest = files === undefined ? calls : calls.filter(({ path }) => isUndone(turn, path) && !left.has(path));
  const others = (files === undefined ? (turn?.files ?? []) : []).filter(
    ({ path }) => !calls.some((change) => change.path === path),
  );
  return (
    <div className="side-body" ref={place}>
      <div className="changes-sum">
        <span>{isPast ? changesTexts.atThatTime(lineCounts(files ?? calls)) : lineCounts(files ?? calls)}</span>
        {runId === undefined ? null : (
          <button type="button" className="quiet" onClick={() => theSide.openChanges()}>
            {changesTexts.all}
          </button>
        )}
        <span className="space" />
        {isPast || (files?.length ?? 0) === 0 ? null : <CommitButton />}
      </div>
      <CommitChanges />
      {(files?.length ?? 0) + rest.length + others.length === 0 ? (
        <p className="quiet-text">{changesTexts.none}</p>
      ) : null}
      {files?.map((file) => (
        <section key={file.path} className="file-changes" aria-label={spelledOnOneLine(file.path)}>
          <FileHead path={file.path} facts={factsOf(file)} turn={turn} />
          {file.hunks.length === 0 ? (
            <NoLines file={file} calls={calls} />
          ) : (
            <NetFile file={isPast ? withoutBasis(file) : file} runId={runId} isWide={isWide} />
          )}
        </section>
      ))}
      {rest.map((change) => (
        <section key={`call ${change.path}`} className="file-changes" aria-label={spelledOnOneLine(change.path)}>
          <FileHead path={change.path} facts={callFacts(change)} turn={turn} />
          <DiffView files={change.diffs} named={change.path} />
        </section>
      ))}
      <Others files={others} />
      <UndoResult runId={runId ?? ""} />
    </div>
  );
}

/** What is known of the changes as they are, or as they were at the step that is looked at. */
function useKnownChanges(runId: string | undefined) {
  const { undo, past } = useServices();
  const now = useNetChanges(runId);
  const then = useStore(past, ({ at, files }) => (at === undefined ? undefined : (files ?? "unknown")));
  const turn = useStore(undo, ({ turns }) => (runId === undefined ? undefined : turns.get(runId)));
  // What was is not taken back.
  return { known: then ?? now, turn: then === undefined ? turn : undefined, isPast: then !== undefined };
}

function withoutBasis({ basis: _, ...file }: NetChange): NetChange {
  return file;
}

/** Pixels from which on two columns of lines can be read. */
const TWO_COLUMNS = 700;

function useIsWide(place: { readonly current: HTMLElement | null }): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWide((entry?.borderBoxSize[0]?.inlineSize ?? 0) > TWO_COLUMNS));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isWide;
}

function isUndone(turn: ChangedTurn | undefined, path: string): boolean {
  return turn?.isUndone === true || turn?.files.find((file) => file.path === path)?.isUndone === true;
}

function factsOf(file: NetChange): string {
  const what = file.from === undefined ? wordOf(file.change) : changesTexts.was(spelledOnOneLine(file.from));
  return [what, lineCounts([file])].filter((fact) => fact !== "").join(" ");
}

function wordOf(change: NetChange["change"]): string {
  if (change === "created") return changesTexts.isNew;
  return change === "removed" ? changesTexts.isRemoved : "";
}

function callFacts(change: FileChanges): string {
  return [...change.diffs.map(({ what }) => spelledOnOneLine(what)), lineCounts([change])].join(" ");
}

/** A file whose first and last state are not both there as text. */
function NoLines({ file, calls }: { readonly file: NetChange; readonly calls: readonly FileChanges[] }) {
  const change = calls.find(({ path }) => path === file.path);
  if (file.change === "moved") return null;
  if (change === undefined) return <p className="quiet-text">{sideTexts.noLines}</p>;
  return (
    <>
      <p className="quiet-text">{changesTexts.changedSince}</p>
      <DiffView files={change.diffs} named={change.path} />
    </>
  );
}

function Others({ files }: { readonly files: ChangedTurn["files"] }) {
  if (files.length === 0) return null;
  return (
    <section aria-label={changesTexts.byCommands}>
      <p className="quiet-text">{changesTexts.byCommandsAbout}</p>
      <ul className="other-files">
        {files.map(({ path, change }) => (
          <li key={path} dir="auto">
            {changesTexts.ofFile(changesTexts.changes[change], spelledOnOneLine(path))}
          </li>
        ))}
      </ul>
    </section>
  );
}
