import type { Page } from "playwright-core";

/** What was done to the shown Markdown meanwhile. */
export interface MarkdownCommits {
  /** The most blocks that were put in at once. */
  readonly mostBlocks: number;
  /** Changes inside a chapter after which another one had begun. */
  readonly behind: number;
}

/** Counts what the page does to the Markdown of its conversation while `work` goes on. */
export async function watchCommits(page: Page, work: () => Promise<void>): Promise<MarkdownCommits> {
  const watch = await page.evaluateHandle(() => {
    const done = new WeakSet<Node>();
    const counts = { mostBlocks: 0, behind: 0 };
    const observer = new MutationObserver((records) => {
      counts.behind += records.filter(({ target }) => {
        const chapter =
          target instanceof Element ? target.closest(".chapter") : target.parentElement?.closest(".chapter");
        return chapter instanceof Element && done.has(chapter);
      }).length;
      const added = records.flatMap(({ addedNodes }) => [...addedNodes].filter((node) => node instanceof Element));
      const blocks = added.flatMap((node) => (node.matches(".chapter") ? [...node.children] : [node]));
      counts.mostBlocks = Math.max(counts.mostBlocks, blocks.filter((node) => node.matches(".chapter > *")).length);
      for (const chapter of document.querySelectorAll(".chapter:not(:last-child)")) done.add(chapter);
    });
    observer.observe(document.querySelector("[role=log]") ?? document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return counts;
  });
  await work();
  return watch.evaluate((counts) => counts);
}
