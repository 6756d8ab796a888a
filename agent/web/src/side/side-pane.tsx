import { spelledOnOneLine } from "@toolwright/view/internal";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useStore } from "../base/use-store.ts";
import { Icon } from "../icons/icon.tsx";
import { ChangesView } from "./changes-view.tsx";
import { FileView } from "./file-view.tsx";
import { type Side, theSide } from "./side-store.ts";

const SAME = (side: Side | undefined) => side;

/** A file, or what was changed, beside the conversation. */
export function SidePane() {
  const side = useStore(theSide, SAME);
  const pane = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (side !== undefined) pane.current?.focus();
  }, [side]);
  if (side === undefined) return null;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // It would stop a run as well.
    event.stopPropagation();
    theSide.close();
  };
  return (
    <aside className="side-pane" ref={pane} tabIndex={-1} aria-labelledby={titleId} onKeyDown={onKey}>
      <div className="side-head">
        <h2 id={titleId} dir="auto">
          {side.kind === "file"
            ? spelledOnOneLine(side.path)
            : side.runId === undefined
              ? "Changes of this thread"
              : "Changes of this run"}
        </h2>
        <button type="button" className="quiet icon-button" aria-label="Close" onClick={() => theSide.close()}>
          <Icon name="close" />
        </button>
      </div>
      <div className="side-body">
        {side.kind === "file" ? (
          <FileView key={side.path} path={side.path} line={side.line} />
        ) : (
          <ChangesView runId={side.runId} />
        )}
      </div>
    </aside>
  );
}
