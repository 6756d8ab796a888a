import type { FoundThreadSummary } from "@toolwright/view/internal";
import { type KeyboardEvent, useMemo, useRef } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { Icon } from "../icons/icon.tsx";
import { conversationsTexts } from "../words/conversations.ts";
import { dayGroups } from "./day-groups.ts";
import { forkNumbers } from "./fork-numbers.ts";
import { ThreadItem } from "./thread-item.tsx";
import { useRoving } from "./use-roving.ts";

/** All conversations, the last used first, or those in which something was found. */
export function ThreadList() {
  const { threads, search } = useServices();
  const problem = useStore(threads, (state) => state.problem);
  const isSearched = useStore(search, (state) => state.words.trim() !== "");
  const box = useRef<HTMLDivElement>(null);
  const onKey = useRoving(box);
  return (
    <>
      <button type="button" className="new-thread" onClick={() => (location.hash = "")}>
        <Icon name="edit" />
        {conversationsTexts.new}
      </button>
      <SearchField onDown={() => box.current?.querySelector<HTMLElement>("[data-stop]")?.focus()} />
      {problem === undefined ? null : (
        <p role="alert" className="list-problem">
          {problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys go between the links inside. */}
      <div ref={box} className="thread-groups" onKeyDown={onKey}>
        {isSearched ? <Found /> : <Days />}
      </div>
      <ListFoot />
    </>
  );
}

function Days() {
  const { threads } = useServices();
  const list = useStore(threads, (state) => state.threads);
  const next = useStore(threads, (state) => state.next);
  const shows = useStore(threads, (state) => state.shows);
  const empty = shows === "archived" ? conversationsTexts.noneArchived : conversationsTexts.none;
  return (
    <>
      {list.length === 0 ? <p className="quiet-text">{empty}</p> : null}
      {dayGroups(list).map((group) => (
        <section key={group.name} aria-label={group.name}>
          <h2 className="thread-day">{group.name}</h2>
          <Items threads={group.threads} />
        </section>
      ))}
      {next === undefined ? null : (
        <button type="button" className="quiet" onClick={() => void threads.loadMore()}>
          {conversationsTexts.older}
        </button>
      )}
    </>
  );
}

function Found() {
  const { search } = useServices();
  const found = useStore(search, (state) => state.found);
  const problem = useStore(search, (state) => state.problem);
  return (
    <section aria-label={conversationsTexts.found}>
      <p role="status" className="quiet-text">
        {problem ?? foundText(found?.length)}
      </p>
      <Items threads={found ?? []} />
    </section>
  );
}

function foundText(count: number | undefined): string {
  if (count === undefined) return conversationsTexts.searching;
  if (count === 0) return conversationsTexts.nothingFound;
  return conversationsTexts.foundCount(count);
}

function Items({ threads }: { readonly threads: readonly FoundThreadSummary[] }) {
  const services = useServices();
  const shown = useStore(services.thread, (state) => state.threadId);
  const all = useStore(services.threads, (state) => state.threads);
  const numbers = useMemo(() => forkNumbers(all), [all]);
  return (
    <ul>
      {threads.map((item) => (
        <ThreadItem key={item.id} thread={item} isShown={item.id === shown} forkNumber={numbers.get(item.id)} />
      ))}
    </ul>
  );
}

/** Below the list: what was put away, what can be set, and the keys. */
function ListFoot() {
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
        {conversationsTexts.archive}
      </button>
      <button type="button" className="quiet" onClick={() => panels.open("settings")}>
        {conversationsTexts.settings}
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={conversationsTexts.shortcuts}
        onClick={() => panels.open("shortcuts")}
      >
        ?
      </button>
    </div>
  );
}

/** Looks for words in all threads; Escape empties it, and the arrow goes down to what was found. */
function SearchField({ onDown }: { readonly onDown: () => void }) {
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
      aria-label={conversationsTexts.search}
      placeholder={conversationsTexts.searchPlaceholder}
      autoComplete="off"
      value={words}
      onChange={(event) => search.look(event.target.value)}
      onKeyDown={onKey}
    />
  );
}
