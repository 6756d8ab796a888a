import type { FileText } from "@toolwright/view";
import { spelledOnOneLine } from "@toolwright/view/internal";
import { useEffect, useRef, useState } from "react";
import { useServices } from "../base/services.ts";
import { readBlocks } from "../cards/lines/code-block.ts";
import { languageOf } from "../cards/lines/highlighting.ts";
import { LinesView, type ShownLine } from "../cards/lines/lines-view.tsx";
import { sideTexts } from "../words/side.ts";

interface FileViewProps {
  readonly path: string;
  /** Brought into sight, where there is such a line. */
  readonly line: number | undefined;
}

/** Lines before the one that is wanted. */
const BEFORE = 100;

type Read = { readonly lines: readonly ShownLine[] } | { readonly problem: string };

/** A piece of a file, as far as a tool may read it. */
export function FileView({ path, line }: FileViewProps) {
  const { api } = useServices();
  const [read, setRead] = useState<Read>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isWanted = true;
    const from = Math.max(1, (line ?? 1) - BEFORE);
    void api.get<FileText>(`/api/files?path=${encodeURIComponent(path)}&from=${from}`).then((answer) => {
      if (!isWanted) return;
      setRead(
        answer.ok
          ? { lines: readBlocks(answer.value.text).flatMap((block) => block.lines) }
          : { problem: answer.error },
      );
    });
    return () => {
      isWanted = false;
    };
  }, [api, path, line]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read is what there is to bring into sight.
  useEffect(() => {
    place.current?.querySelector("[data-wanted]")?.scrollIntoView({ block: "center" });
  }, [read]);
  if (read === undefined) return <p className="side-body quiet-text">{sideTexts.readingFile}</p>;
  return (
    <div className="side-body">
      <p className="side-title" dir="auto">
        {spelledOnOneLine(path)}
      </p>
      {"problem" in read ? (
        <p role="alert">{read.problem}</p>
      ) : (
        <div className="tw-code file-view" ref={place}>
          <LinesView lines={read.lines} language={languageOf(path)} line={line} />
        </div>
      )}
    </div>
  );
}
