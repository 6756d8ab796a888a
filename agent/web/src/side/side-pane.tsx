import { spelledOnOneLine } from "@toolwright/view/internal";
import { type CSSProperties, type KeyboardEvent, Suspense, useEffect, useId, useRef } from "react";
import { later } from "../base/later.ts";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { Icon } from "../icons/icon.tsx";
import { changesTexts } from "../words/changes.ts";
import { sideTexts } from "../words/side.ts";
import { ChangesView } from "./changes-view.tsx";
import { FileView } from "./file-view.tsx";
import { JobsView } from "./jobs-view.tsx";
import { PlanView } from "./plan-view.tsx";
import { SideHandle } from "./side-handle.tsx";
import { type Side, theSide } from "./side-store.ts";
import { SideTabs } from "./side-tabs.tsx";
import { theSideWidth } from "./side-width.ts";

// Most of what is opened here is a file, or what was changed.
const Timeline = later(async () => (await import("../timeline/timeline.tsx")).Timeline);

const SAME = <T,>(state: T) => state;

/** What stands beside the conversation, one tab of it at a time; over it where there is no room. */
export function SidePane() {
  const side = useStore(theSide, SAME);
  const width = useStore(theSideWidth, SAME);
  const pane = useRef<HTMLElement>(null);
  const id = useId();
  const { tab, opened } = side;
  useNewThread();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus comes whenever something was opened.
  useEffect(() => pane.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(), [opened]);
  if (tab === undefined) return null;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // It would stop a run as well.
    event.stopPropagation();
    theSide.close();
  };
  const style: CSSProperties & { readonly "--side-width": string } = { "--side-width": `${width}px` };
  return (
    <aside className="side-pane" ref={pane} style={style} aria-labelledby={`${id}-title`} onKeyDown={onKey}>
      <h2 className="tw-unseen" id={`${id}-title`} dir="auto">
        {titleOf(side)}
      </h2>
      <SideHandle pane={pane} />
      <div className="side-head">
        <SideTabs shown={tab} id={id} />
        <button
          type="button"
          className="quiet icon-button"
          aria-label={sideTexts.close}
          onClick={() => theSide.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="side-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        <Suspense fallback={null}>
          <SideView side={side} />
        </Suspense>
      </div>
    </aside>
  );
}

function SideView({ side: { tab, file, runId } }: { readonly side: Side }) {
  if (tab === "timeline") return <Timeline />;
  if (tab === "jobs") return <JobsView />;
  if (tab === "plan") return <PlanView />;
  if (tab === "changes") return <ChangesView runId={runId} />;
  if (file === undefined) return <p className="side-body quiet-text">{sideTexts.chooseFile}</p>;
  return <FileView key={file.path} path={file.path} line={file.line} />;
}

function titleOf({ tab, file, runId }: Side): string {
  if (tab === "file") return file === undefined ? sideTexts.tabs.file : spelledOnOneLine(file.path);
  if (tab === "changes") return runId === undefined ? changesTexts.ofConversation : changesTexts.ofRun;
  return sideTexts.tabs[tab ?? "timeline"];
}

/** The runs of a thread that was left are not those of the next one. */
function useNewThread(): void {
  const { thread } = useServices();
  const threadId = useStore(thread, (state) => state.threadId);
  const shown = useRef(threadId);
  useEffect(() => {
    if (shown.current !== threadId) theSide.forgetRun();
    shown.current = threadId;
  }, [threadId]);
}
