import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";

/** Below the list: what was put away, what can be set, and the keys. */
export function ListFoot() {
  const { threads, panels } = useServices();
  const isArchive = useStore(threads, (state) => state.shows === "archived");
  return (
    <div className="list-foot">
      <button
        type="button"
        className="quiet"
        aria-pressed={isArchive}
        onClick={() => void threads.show(isArchive ? "active" : "archived")}
      >
        Archive
      </button>
      <button type="button" className="quiet" onClick={() => panels.open("settings")}>
        Settings
      </button>
      <button type="button" className="quiet" aria-label="Keyboard shortcuts" onClick={() => panels.open("shortcuts")}>
        ?
      </button>
    </div>
  );
}
