import type { RefObject } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { Icon } from "../icons/icon.tsx";
import { Wordmark } from "../icons/wordmark.tsx";
import { theSide } from "../side/side-store.ts";
import { WaitingLink } from "../threads/waiting-link.tsx";
import { appTexts } from "../words/app.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

interface HeaderProps {
  readonly isListOpen: boolean;
  readonly onList: () => void;
  /** Where the focus goes back to when the list closes. */
  readonly listButton: RefObject<HTMLButtonElement | null>;
}

/** What this is, which folder it works with, and what can be shown beside the conversation. */
export function Header({ isListOpen, onList, listButton }: HeaderProps) {
  const { info, threads } = useServices();
  const pending = useStore(threads, (state) => state.pending.length);
  const isTimelineOpen = useStore(theSide, ({ tab }) => tab === "timeline");
  return (
    <header className="app-header">
      <button ref={listButton} type="button" className="quiet list-button" aria-expanded={isListOpen} onClick={onList}>
        <Icon name="list" />
        <span className="tw-unseen">{appTexts.conversations}</span>
      </button>
      <h1>
        <Wordmark />
      </h1>
      {info.workspace === undefined ? null : (
        <span className="app-folder" dir="auto" title={appTexts.folder}>
          <Icon name="folder" />
          {info.workspace}
        </span>
      )}
      <span className="space" />
      {pending === 0 ? null : <WaitingLink />}
      <ThemeSwitch />
      <button
        type="button"
        className="quiet"
        aria-expanded={isTimelineOpen}
        onClick={() => (isTimelineOpen ? theSide.close() : theSide.open("timeline"))}
      >
        <Icon name="timeline" />
        <span className="header-word">{appTexts.timeline}</span>
      </button>
    </header>
  );
}
