import { createRoot } from "react-dom/client";
import { Api } from "../server/api.ts";
import type { ServerInfo } from "../server/wire.ts";
import { ThreadStore } from "../thread/thread-store.ts";
import { ThreadsStore } from "../threads/threads-store.ts";
import { App } from "./app.tsx";
import { ServicesProvider } from "./services.ts";

// The cookie stands for the token from here on; it should not stay in the history or be copied with the address.
history.replaceState(null, "", location.pathname + location.hash);

const api = new Api();
const root = createRoot(document.getElementById("app") ?? document.body);
const info = await api.get<ServerInfo>("/api/info");
if (info.ok) root.render(<Page info={info.value} />);
else root.render(<p role="alert">{info.error}</p>);

function Page({ info }: { readonly info: ServerInfo }) {
  return (
    <ServicesProvider value={services(info)}>
      <App />
    </ServicesProvider>
  );
}

function services(info: ServerInfo) {
  const thread = new ThreadStore({ api });
  const threads = new ThreadsStore(api, (change) => void thread.hear(change));
  return { api, info, thread, threads };
}
