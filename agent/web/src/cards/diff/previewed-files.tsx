import { type CallPreview, spelledOnOneLine, wholeNumber } from "@toolwright/view/internal";
import { useMemo } from "react";
import { cardsTexts } from "../../words/cards.ts";
import { fileDiff } from "./changed-files.ts";
import { DiffView } from "./diff-view.tsx";

interface PreviewedFilesProps {
  readonly shows: CallPreview;
  /** The file that is named above them. */
  readonly named?: string | undefined;
}

/** The files that a call would change, as it was told before a person is asked, and what of them is not shown. */
export function PreviewedFiles({ shows: { files = [] }, named }: PreviewedFilesProps) {
  const diffs = useMemo(() => files.map(fileDiff), [files]);
  const unshown = files.filter(({ left = 0 }) => left > 0);
  return (
    <div className="tw-previewed">
      <DiffView files={diffs} named={named} />
      {unshown.map(({ path, left = 0 }) => (
        <p key={path} className="tw-note" dir="auto">
          {cardsTexts.unshownLines(wholeNumber(left), spelledOnOneLine(path.slice(0, 1_000)))}
        </p>
      ))}
    </div>
  );
}
