import type { KeyboardEvent } from "react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";

/** Looks for words in all threads; Escape empties it, and the arrow goes down to what was found. */
export function SearchField({ onDown }: { readonly onDown: () => void }) {
  const { search } = useServices();
  const words = useStore(search, (state) => state.words);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      onDown();
    }
    if (event.key !== "Escape" || words === "") return;
    event.stopPropagation();
    event.preventDefault();
    search.look("");
  };
  return (
    <input
      type="search"
      className="thread-search"
      aria-label="Search threads"
      placeholder="Search"
      autoComplete="off"
      value={words}
      onChange={(event) => search.look(event.target.value)}
      onKeyDown={onKey}
    />
  );
}
