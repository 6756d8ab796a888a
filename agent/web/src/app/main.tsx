import type { ServerInfo } from "@toolwright/view";
import { speak, type Translations } from "@toolwright/view/internal/words";
import { createRoot } from "react-dom/client";
import { ServerApprovals } from "../approval/server-approvals.tsx";
import { browserStorage } from "../base/browser-storage.ts";
import { Panels } from "../base/panels.ts";
import { type Services, ServicesProvider } from "../base/services.ts";
import { TranscriptView } from "../chat/transcript-view.ts";
import { CommitStore } from "../commit/commit-store.ts";
import { ComposerStore } from "../composer/composer-store.ts";
import { DraftKeeper } from "../composer/draft-keeper.ts";
import { Drafts } from "../composer/drafts.ts";
import { SteerStore } from "../composer/queue/steer-store.ts";
import { JobsStore } from "../composer/strips/jobs-store.ts";
import { Door } from "../door/door.tsx";
import { PastStore } from "../past/past-store.ts";
import { ChoiceStore } from "../pickers/choice-store.ts";
import { Api } from "../server/api.ts";
import { ThreadStore } from "../thread/thread-store.ts";
import { BranchStore } from "../threads/branch-store.ts";
import { ThreadSearch } from "../threads/thread-search.ts";
import { ThreadsStore } from "../threads/threads-store.ts";
import { TimelineStore } from "../timeline/timeline-store.ts";
import { NetStore } from "../undo/net-store.ts";
import { UndoStore } from "../undo/undo-store.ts";
import { App } from "./app.tsx";

/** What the page begins with. */
export interface Beginning {
  /** What the server lets it in with. */
  readonly token: string | undefined;
  /** The answer of the server to `/api/info`. */
  readonly info: Promise<Response | undefined>;
  /** The texts of the language of the page, where that is not English. */
  readonly translations: Promise<Translations | undefined>;
}

/** Draws the page, or why there is none. */
export async function drawPage({ token, info: asked, translations }: Beginning): Promise<void> {
  const texts = await translations;
  if (texts === undefined) document.documentElement.lang = "en";
  else speak(texts);
  const api = new Api(token === undefined ? {} : { token });
  const root = createRoot(document.getElementById("app") ?? document.body);
  const info = await api.get<Pick<ServerInfo, "model"> & Partial<ServerInfo>>("/api/info", asked);
  if (info.ok) {
    const usual = {
      models: [info.value.model],
      modes: [],
      notice: null,
      tools: [],
      undo: false,
      rules: false,
      files: false,
    };
    root.render(<Page services={services(api, { ...usual, ...info.value })} />);
  } else
    root.render(
      info.status === 401 ? (
        <div className="page-problem">
          <Door onOpen={() => location.reload()} />
        </div>
      ) : (
        <p role="alert" className="page-problem">
          {info.error}
        </p>
      ),
    );
}

function Page({ services }: { readonly services: Services }) {
  return (
    <ServicesProvider value={services}>
      <ServerApprovals api={services.api}>
        <App />
      </ServerApprovals>
    </ServicesProvider>
  );
}

function services(api: Api, info: ServerInfo): Services {
  const drafts = new Drafts(browserStorage("session"));
  const thread = new ThreadStore({
    api,
    isSentTo: (threadId) => drafts.sent(threadId) !== undefined,
    onShown: (shown) => threads.open(shown),
  });
  const composer = new ComposerStore();
  const steers = new SteerStore(api, thread);
  new DraftKeeper({ drafts, thread, composer, steers });
  const undo = new UndoStore(api, thread);
  const past = new PastStore(api, thread);
  const threads = new ThreadsStore(api, (change) => void thread.hear(change));
  return {
    api,
    info,
    thread,
    threads,
    branches: new BranchStore(api, thread),
    search: new ThreadSearch(api),
    steers,
    jobs: new JobsStore(api, thread),
    composer,
    panels: new Panels(),
    transcript: new TranscriptView(thread, past),
    past,
    choice: new ChoiceStore(info, browserStorage("local")),
    undo,
    net: new NetStore(api, thread, undo),
    commits: new CommitStore(api, thread),
    timeline: new TimelineStore(api),
  };
}
