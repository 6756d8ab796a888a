import { useServices } from "../base/services.ts";
import { TabList } from "../base/tab-list.tsx";
import { sideTexts } from "../words/side.ts";
import { SIDE_TABS, type SideTab, theSide } from "./side-store.ts";

interface SideTabsProps {
  readonly shown: SideTab;
  /** Begins the ids of the tabs; that of the panel is `…-panel`. */
  readonly id: string;
}

/** The tabs of the pane beside the conversation. */
export function SideTabs({ shown, id }: SideTabsProps) {
  const { info } = useServices();
  const tabs = SIDE_TABS.filter((tab) => tab !== "file" || info.files).map(
    (tab) => [tab, sideTexts.tabs[tab]] as const,
  );
  return <TabList tabs={tabs} shown={shown} onShow={(tab) => theSide.turnTo(tab)} label={sideTexts.label} id={id} />;
}
