import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { type CallPreview, callPreviewIn, fieldIn, spelledOut, textIn, unshownLines } from "@toolwright/view/internal";
import { useMemo } from "react";
import { cardsTexts } from "../words/cards.ts";
import { changedFiles, fileDiff } from "./diff/changed-files.ts";
import { countedRows, type FileDiff } from "./diff/diff-row.ts";
import { DiffView } from "./diff/diff-view.tsx";
import { PreviewedFiles } from "./diff/previewed-files.tsx";
import { unshownArguments } from "./diff/unshown-arguments.ts";
import { ArgumentList } from "./frame/argument-list.tsx";
import { CallArguments } from "./frame/call-arguments.tsx";
import { ToolCard } from "./frame/tool-card.tsx";
import { useCallNote } from "./frame/use-call-notes.ts";

/**
 * `edit`, `multi_edit`, `write` and `apply_patch`: what changes, as far as the arguments have arrived, then what did
 * change.
 */
export function EditCard(call: ToolCallMessagePartProps) {
  const { args, result, isError, artifact } = call;
  const shows = useShows(call);
  const files = useMemo(
    () => shows?.files?.map(fileDiff) ?? changedFiles(isError === true ? { args } : { args, result, artifact }),
    [shows, args, result, artifact, isError],
  );
  const paths = files.map(({ path }) => path).filter((path) => path !== "");
  const about = textIn(args, "file_path") ?? paths.join(", ");
  const isPreview = fieldIn(args, "dry_run") === true;
  const what = files.find(({ path }) => path === about)?.what ?? "";
  const facts = isError === true ? [] : [what, ...countedRows(files), isPreview ? cardsTexts.preview : ""];
  const summary = isError === true ? undefined : textIn(result, "summary")?.slice(0, 4_000);
  const isTold = summary === undefined || (files.length > 0 && SAID_ABOVE.test(summary));
  return (
    <ToolCard
      call={call}
      about={about}
      facts={facts.filter((fact) => fact !== "")}
      copied={textIn(result, "diff")}
      isOpenWhenDone={isError !== true && isShort(files)}
    >
      <Changes {...{ call, files, shows, named: about }} />
      {isTold ? null : (
        <p className="tw-note tw-summary" dir="auto">
          {spelledOut(summary)}
        </p>
      )}
    </ToolCard>
  );
}

interface ChangesProps {
  readonly call: ToolCallMessagePartProps;
  readonly files: readonly FileDiff[];
  readonly shows: CallPreview | undefined;
  readonly named: string;
}

/** What the call changes, and of what no diff shows its arguments. */
function Changes({ call, files, shows, named }: ChangesProps) {
  const { args, result } = call;
  const unshown = useMemo(() => (result === undefined ? unshownArguments(args) : []), [args, result]);
  if (files.length === 0) return <CallArguments call={call} />;
  return (
    <>
      {shows === undefined ? <DiffView files={files} named={named} /> : <PreviewedFiles shows={shows} named={named} />}
      {unshown.length === 0 ? null : <ArgumentList entries={unshown} />}
      {shows === undefined || unshownLines(shows) === 0 ? null : <CallArguments call={call} />}
    </>
  );
}

/** What was told of the call before a person was asked, until its result tells more. */
function useShows({ toolCallId, result }: ToolCallMessagePartProps): CallPreview | undefined {
  const question = useCallNote(toolCallId, "question");
  return useMemo(() => {
    const shows = result === undefined ? callPreviewIn(question) : undefined;
    return shows?.files === undefined ? undefined : shows;
  }, [question, result]);
}

/** A summary without remarks: what it says stands in the head and in the diff. */
const SAID_ABOVE = /^Edited [^\n]* \(\+\d+ −\d+\)$/;

/** Lines of a diff that is seen at once, without a press. */
const SHORT = 20;

function isShort(files: ReturnType<typeof changedFiles>): boolean {
  const lines = files.reduce((sum, { rows }) => sum + rows.length, 0);
  return lines > 0 && lines <= SHORT;
}
