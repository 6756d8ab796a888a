import type { RefObject } from "react";
import { WaitingLink } from "../threads/waiting-link.tsx";
import { useServices } from "./services.ts";
import { useStore } from "./use-store.ts";

interface HeaderProps {
  readonly isListOpen: boolean;
  readonly onList: () => void;
  readonly isTimelineOpen: boolean;
  readonly onTimeline: () => void;
  /** Where the focus goes back to when one of them closes. */
  readonly listButton: RefObject<HTMLButtonElement | null>;
  readonly timelineButton: RefObject<HTMLButtonElement | null>;
}

/** What this is, which folder it works with, and what can be shown beside the conversation. */
export function Header(props: HeaderProps) {
  const { isListOpen, onList, listButton, isTimelineOpen, onTimeline, timelineButton } = props;
  const { info, threads } = useServices();
  const pending = useStore(threads, (state) => state.pending.length);
  return (
    <header className="app-header">
      <button ref={listButton} type="button" className="picker list-button" aria-expanded={isListOpen} onClick={onList}>
        Threads
      </button>
      <h1>Toolwright</h1>
      {info.workspace === undefined ? null : <span className="app-folder">{info.workspace}</span>}
      <span className="space" />
      {pending === 0 ? null : <WaitingLink />}
      <button ref={timelineButton} type="button" className="picker" aria-expanded={isTimelineOpen} onClick={onTimeline}>
        Timeline
      </button>
    </header>
  );
}
