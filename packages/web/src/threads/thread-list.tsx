import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { ThreadItem } from "./thread-item.tsx";

/** All conversations, the last used first. */
export function ThreadList() {
  const { thread, threads } = useServices();
  const list = useStore(threads, (state) => state.threads);
  const next = useStore(threads, (state) => state.next);
  const problem = useStore(threads, (state) => state.problem);
  const shown = useStore(thread, (state) => state.threadId);
  return (
    <>
      <button type="button" className="new-thread" onClick={() => (location.hash = "")}>
        New thread
      </button>
      {problem === undefined ? null : (
        <p role="alert" className="list-problem">
          {problem}
        </p>
      )}
      {list.length === 0 ? <p className="quiet-text">No threads yet.</p> : null}
      <ul>
        {list.map((item) => (
          <ThreadItem key={item.id} thread={item} isShown={item.id === shown} />
        ))}
      </ul>
      {next === undefined ? null : (
        <button type="button" className="quiet" onClick={() => void threads.loadMore()}>
          Older threads
        </button>
      )}
    </>
  );
}
