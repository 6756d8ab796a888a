import type { ServerInfo } from "@toolwright/view";
import { createRoot } from "react-dom/client";
import { ServerApprovals } from "../approval/server-approvals.tsx";
import { TranscriptView } from "../chat/transcript-view.ts";
import { ChoiceStore } from "../pickers/choice-store.ts";
import { Api } from "../server/api.ts";
import { ThreadStore } from "../thread/thread-store.ts";
import { ThreadsStore } from "../threads/threads-store.ts";
import { TimelineStore } from "../timeline/timeline-store.ts";
import { UndoStore } from "../undo/undo-store.ts";
import { App } from "./app.tsx";
import { browserStorage } from "./browser-storage.ts";
import { ServicesProvider } from "./services.ts";

const token = pageToken();
const api = new Api(token === undefined ? {} : { token });
const root = createRoot(document.getElementById("app") ?? document.body);
const info = await api.get<Pick<ServerInfo, "model"> & Partial<ServerInfo>>("/api/info");
if (info.ok)
  root.render(
    <Page info={{ models: [info.value.model], modes: [], notice: null, tools: [], undo: false, ...info.value }} />,
  );
else
  root.render(
    <p role="alert" className="page-problem">
      {info.error}
    </p>,
  );

function Page({ info }: { readonly info: ServerInfo }) {
  return (
    <ServicesProvider value={services(info)}>
      <ServerApprovals api={api}>
        <App />
      </ServerApprovals>
    </ServicesProvider>
  );
}

function services(info: ServerInfo) {
  const thread = new ThreadStore({ api });
  const threads = new ThreadsStore(api, (change) => void thread.hear(change));
  return {
    api,
    info,
    thread,
    threads,
    transcript: new TranscriptView(thread),
    choice: new ChoiceStore(info, browserStorage("local")),
    undo: new UndoStore(api, thread),
    timeline: new TimelineStore(api),
  };
}

const KEY = "toolwright.token";

/**
 * The token with which the page was opened, now or before: taken out of the address, so that it is not kept in the history or
 * copied with it. A storage belongs to one host and one port; cookies go to every port.
 */
function pageToken(): string | undefined {
  const storage = browserStorage("local");
  const given = new URLSearchParams(location.search).get("token");
  if (given !== null) storage?.setItem(KEY, given);
  history.replaceState(null, "", location.pathname + location.hash);
  return given ?? storage?.getItem(KEY) ?? undefined;
}
