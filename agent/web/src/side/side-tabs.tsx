import { type KeyboardEvent, useRef } from "react";
import { useServices } from "../base/services.ts";
import { SIDE_TABS, type SideTab, theSide } from "./side-store.ts";

const NAMES: Readonly<Record<SideTab, string>> = {
  changes: "Changes",
  timeline: "Timeline",
  file: "File",
  jobs: "Jobs",
  plan: "Plan",
};

interface SideTabsProps {
  readonly shown: SideTab;
  /** Begins the ids of the tabs; that of the panel is `…-panel`. */
  readonly id: string;
}

/** The tabs of the pane: one stop of the Tab key, arrows go from one to the next and show it. */
export function SideTabs({ shown, id }: SideTabsProps) {
  const { info } = useServices();
  const list = useRef<HTMLDivElement>(null);
  const tabs = SIDE_TABS.filter((tab) => tab !== "file" || info.files);
  const onKey = (event: KeyboardEvent) => {
    const place = tabs.indexOf(shown);
    const wanted = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key];
    const tab = wanted === undefined ? undefined : tabs.at(wanted % tabs.length);
    if (tab === undefined) return;
    event.preventDefault();
    theSide.turnTo(tab);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus();
  };
  return (
    <div className="side-tabs" role="tablist" aria-label="Beside the conversation" ref={list} onKeyDown={onKey}>
      {tabs.map((tab) => (
        <button
          key={tab}
          id={`${id}-${tab}`}
          type="button"
          role="tab"
          className="quiet"
          data-tab={tab}
          aria-selected={tab === shown}
          aria-controls={tab === shown ? `${id}-panel` : undefined}
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => theSide.turnTo(tab)}
        >
          {NAMES[tab]}
        </button>
      ))}
    </div>
  );
}
