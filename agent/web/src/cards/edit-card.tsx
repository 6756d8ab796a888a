import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { fieldIn, spelledOut, textIn } from "@toolwright/view/internal";
import { useMemo } from "react";
import { changedFiles } from "./diff/changed-files.ts";
import { countedRows } from "./diff/diff-row.ts";
import { DiffView } from "./diff/diff-view.tsx";
import { unshownArguments } from "./diff/unshown-arguments.ts";
import { ArgumentList } from "./frame/argument-list.tsx";
import { CallArguments } from "./frame/call-arguments.tsx";
import { ToolCard } from "./frame/tool-card.tsx";

/**
 * `edit`, `multi_edit`, `write` and `apply_patch`: what changes, as far as the arguments have arrived, then what did
 * change.
 */
export function EditCard(call: ToolCallMessagePartProps) {
  const { args, result, isError, artifact } = call;
  const files = useMemo(
    () => changedFiles(isError === true ? { args } : { args, result, artifact }),
    [args, result, artifact, isError],
  );
  const paths = files.map(({ path }) => path).filter((path) => path !== "");
  const about = textIn(args, "file_path") ?? paths.join(", ");
  const unshown = useMemo(() => (result === undefined ? unshownArguments(args) : []), [args, result]);
  const isPreview = fieldIn(args, "dry_run") === true;
  const what = files.find(({ path }) => path === about)?.what ?? "";
  const facts = isError === true ? [] : [what, ...countedRows(files), isPreview ? "preview" : ""];
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
      {files.length === 0 ? <CallArguments call={call} /> : <DiffView files={files} named={about} />}
      {files.length === 0 || unshown.length === 0 ? null : <ArgumentList entries={unshown} />}
      {isTold ? null : (
        <p className="tw-note tw-summary" dir="auto">
          {spelledOut(summary)}
        </p>
      )}
    </ToolCard>
  );
}

/** A summary without remarks: what it says stands in the head and in the diff. */
const SAID_ABOVE = /^Edited [^\n]* \(\+\d+ −\d+\)$/;

/** Lines of a diff that is seen at once, without a press. */
const SHORT = 20;

function isShort(files: ReturnType<typeof changedFiles>): boolean {
  const lines = files.reduce((sum, { rows }) => sum + rows.length, 0);
  return lines > 0 && lines <= SHORT;
}
