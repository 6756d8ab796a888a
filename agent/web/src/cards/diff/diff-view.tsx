import { spelledOnOneLine } from "@toolwright/view/internal";
import { wordMarks } from "@toolwright/view/internal/diff";
import { useMemo } from "react";
import { languageOf } from "../lines/highlighting.ts";
import { LinesView } from "../lines/lines-view.tsx";
import type { FileDiff } from "./diff-row.ts";

/** Files of one call that are shown. */
const MOST_FILES = 100;

interface DiffViewProps {
  readonly files: readonly FileDiff[];
  /** The file that is named above them, with what became of it: it is not named again. */
  readonly named?: string | undefined;
}

/** Changes of files: what goes and what comes, line by line. */
export function DiffView({ files, named }: DiffViewProps) {
  return files
    .slice(0, MOST_FILES)
    .map((file, place) => <FileChange key={keyOf(file, place)} file={file} isNamed={file.path === named} />);
}

/** What arrives comes to the end, so that its place names it; a patch may name a file twice. */
function keyOf({ path }: FileDiff, place: number): string {
  return `${place} ${path}`;
}

interface FileChangeProps {
  readonly file: FileDiff;
  readonly isNamed: boolean;
}

function FileChange({ file: { path, what, rows }, isNamed }: FileChangeProps) {
  const lines = useMemo(() => {
    const marks = wordMarks(rows);
    return rows.map((row) => ({
      kind: row.kind,
      text: row.text,
      numbers: [row.oldLine, row.newLine],
      marks: marks.get(row),
    }));
  }, [rows]);
  return (
    <figure className="tw-diff" aria-label={spelledOnOneLine(path.slice(0, 1_000))}>
      {isNamed ? null : (
        <figcaption dir="auto">
          {spelledOnOneLine(path.slice(0, 1_000))}
          {what === "" ? null : <span className="tw-card-fact"> {spelledOnOneLine(what.slice(0, 1_000))}</span>}
        </figcaption>
      )}
      {lines.length === 0 ? null : <LinesView lines={lines} language={languageOf(path)} />}
    </figure>
  );
}
