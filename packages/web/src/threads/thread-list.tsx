import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";

/** All conversations, the last used first. */
export function ThreadList() {
  const { thread, threads } = useServices();
  const { threads: list, next } = useStore(threads, (state) => state);
  const shown = useStore(thread, (state) => state.threadId);
  return (
    <nav className="thread-list" aria-label="Threads">
      <button type="button" className="new-thread" onClick={() => (location.hash = "")}>
        New thread
      </button>
      <ul>
        {list.map(({ id, title, status }) => (
          <li key={id}>
            <a href={`#${encodeURIComponent(id)}`} aria-current={id === shown ? "page" : undefined}>
              <span className="thread-title">{title === "" ? "Untitled" : title}</span>
              {status === "idle" ? null : <span className={`thread-status ${status}`}>{status}</span>}
            </a>
          </li>
        ))}
      </ul>
      {next === undefined ? null : (
        <button type="button" onClick={() => void threads.loadMore()}>
          Older threads
        </button>
      )}
    </nav>
  );
}
