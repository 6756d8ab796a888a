import { useEffect, useRef } from "react";
import { bringIntoView } from "../base/bring-into-view.ts";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { foundPlaces } from "./found-places.ts";

/** Where marks stand: what a list of found threads says, and the conversation. */
const MARKED = '.thread-groups :is(.thread-title, .thread-excerpt), .messages[role="log"]';
/** Most marks, and milliseconds after a change of the page before it is marked anew. */
const MOST = 2_000;
const QUIET_MS = 120;
const NAME = "found";

/** Marks what is looked for in the list and in the thread that is shown. The page itself is not changed by it. */
export function SearchMarks() {
  const { search, thread } = useServices();
  const words = useStore(search, (state) => state.words);
  const threadId = useStore(thread, (state) => state.threadId);
  useEffect(() => watchMarks(words), [words]);
  const shown = useRef(threadId);
  useEffect(() => {
    if (shown.current === threadId) return;
    shown.current = threadId;
    return leadToMark(search.state().words);
  }, [search, threadId]);
  return null;
}

/** Returns what ends it and takes the marks away. */
function watchMarks(words: string): () => void {
  if (!("highlights" in CSS) || words.trim() === "") return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = () => CSS.highlights.set(NAME, new Highlight(...rangesIn(document.body, words)));
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(mark, QUIET_MS);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  mark();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    CSS.highlights.delete(NAME);
  };
}

function rangesIn(root: ParentNode, words: string): readonly Range[] {
  const ranges: Range[] = [];
  for (const box of root.querySelectorAll(MARKED)) {
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null && ranges.length < MOST; node = texts.nextNode()) {
      for (const { from, to } of foundPlaces(node.textContent ?? "", words)) ranges.push(rangeOf(node, from, to));
    }
  }
  return ranges;
}

function rangeOf(node: Node, from: number, to: number): Range {
  const range = new Range();
  range.setStart(node, from);
  range.setEnd(node, to);
  return range;
}

/** Milliseconds in which a thread that was opened has drawn what was found, and between two looks. */
const DRAWN = { within: 5_000, every: 100 };

/** Brings the newest mark of a thread into view, once it is drawn. */
function leadToMark(words: string): () => void {
  if (words.trim() === "") return () => undefined;
  const until = performance.now() + DRAWN.within;
  const timer = setInterval(() => {
    const log = document.querySelector('[role="log"][aria-label="Conversation"]');
    const last = log === null ? undefined : rangesIn(log.parentNode ?? document, words).at(-1);
    if (last === undefined && performance.now() < until) return;
    clearInterval(timer);
    const element = last?.startContainer.parentElement;
    if (element) bringIntoView(element);
  }, DRAWN.every);
  return () => clearInterval(timer);
}
