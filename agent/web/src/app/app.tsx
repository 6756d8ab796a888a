import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { later } from "../base/later.ts";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { HighlighterContext } from "../cards/lines/highlighting.ts";
import { OpenFile } from "../cards/open-file.ts";
import { ClosedDoor } from "../door/closed-door.tsx";
import { WorkerHighlighter } from "../highlight/worker-highlighter.ts";
import { useNotifications } from "../settings/use-notifications.ts";
import { theSide } from "../side/side-store.ts";
import { ThreadList } from "../threads/thread-list.tsx";
import { appTexts } from "../words/app.ts";
import { holdDoubleClicks } from "./double-clicks.ts";
import { Drawer } from "./drawer.tsx";
import { Header } from "./header.tsx";
import { keepFocus } from "./keep-focus.ts";
import { NewerPage } from "./newer-page.tsx";
import { Notice } from "./notice.tsx";
import { OpenPanel } from "./open-panel.tsx";
import { useAddress } from "./use-address.ts";
import { useTitle } from "./use-title.ts";

// The conversation is asked for at once, and comes while the page around it is drawn.
const conversation = async () => (await import("../chat/conversation.tsx")).Conversation;
void conversation().catch(() => undefined);
const Conversation = later(conversation);
// What is opened by hand is loaded then.
const SearchMarks = later(async () => (await import("../threads/search-marks.tsx")).SearchMarks);
const SidePane = later(async () => (await import("../side/side-pane.tsx")).SidePane);

const highlighter = new WorkerHighlighter();

function openFile(path: string, line?: number): void {
  theSide.openFile(path, line);
}

/** The whole page. */
export function App() {
  const { threads, branches, undo, info } = useServices();
  useEffect(keepFocus, []);
  useEffect(holdDoubleClicks, []);
  useEffect(() => threads.watch(), [threads]);
  useEffect(() => branches.watch(), [branches]);
  useEffect(() => (info.undo ? undo.watch() : undefined), [undo, info]);
  useAddress();
  useTitle();
  useNotifications();
  useReconnect();
  return (
    <HighlighterContext value={highlighter}>
      <OpenFile value={info.files ? openFile : undefined}>
        <Page />
      </OpenFile>
    </HighlighterContext>
  );
}

function Page() {
  const [isListOpen, setListOpen] = useState(false);
  const { search } = useServices();
  const isSearched = useStore(search, (state) => state.words.trim() !== "");
  const isSideOpen = useStore(theSide, ({ tab }) => tab !== undefined);
  const listButton = useRef<HTMLButtonElement>(null);
  const closeList = useCallback(() => {
    setListOpen(false);
    listButton.current?.focus();
  }, []);
  return (
    <div className="app">
      <Header isListOpen={isListOpen} onList={() => setListOpen(!isListOpen)} listButton={listButton} />
      <Notice />
      <NewerPage />
      <OpenPanel />
      <ClosedDoor />
      <div className="app-body">
        <Drawer isOpen={isListOpen} onClose={closeList}>
          <ThreadList />
        </Drawer>
        <main className="app-main">
          <Suspense fallback={<p className="quiet-text opening">{appTexts.opening}</p>}>
            <Conversation />
          </Suspense>
        </main>
        <Suspense fallback={null}>{isSearched ? <SearchMarks /> : null}</Suspense>
        <Suspense fallback={null}>{isSideOpen ? <SidePane /> : null}</Suspense>
      </div>
    </div>
  );
}

/** Opens the thread again that was lost, as soon as the server answers again. */
function useReconnect(): void {
  const { thread, threads } = useServices();
  const isReached = useStore(threads, (state) => state.isReached);
  const isLost = useStore(thread, (state) => state.connection === "lost");
  useEffect(() => {
    if (isReached && isLost) void thread.open(thread.state().threadId);
  }, [thread, isReached, isLost]);
}
