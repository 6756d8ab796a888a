import type { Page } from "playwright-core";

/** What a page did meanwhile. */
export interface PageWork {
  /** How often functions of the page's scripts were called: what they do, however busy the machine is. */
  readonly calls: number;
  /** Changes of the document inside the conversation. */
  readonly mutations: number;
  /** What was changed that is not in its last message. */
  readonly elsewhere: readonly string[];
}

/** Measures what the page does while `work` goes on. */
export async function measureWork(page: Page, work: () => Promise<void>): Promise<PageWork> {
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const stop = await countMutations(page);
  await session.send("Profiler.takePreciseCoverage");
  await work();
  const { result } = await session.send("Profiler.takePreciseCoverage");
  await session.detach();
  const counts = result.flatMap(({ url, functions }) => (url.includes("/assets/") ? functions : []));
  const calls = counts.reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);
  return { calls, ...(await stop()) };
}

async function countMutations(page: Page): Promise<() => Promise<Pick<PageWork, "mutations" | "elsewhere">>> {
  const counter = await page.evaluateHandle(() => {
    const elsewhere: string[] = [];
    let mutations = 0;
    const log = document.querySelector("[role=log]") ?? document.body;
    const count = (records: MutationRecord[]) => {
      const last = [...log.querySelectorAll("[role=article]")].at(-1);
      mutations += records.length;
      // What stands still from now on looks as it did.
      const isStill = (target: Node) => target instanceof Element && target.matches(".chapter[data-still]");
      const others = records.filter(({ target }) => last?.contains(target) !== true && !isStill(target));
      elsewhere.push(...others.map(({ type, target }) => `${type} of ${target.nodeName}: ${target.textContent}`));
    };
    const observer = new MutationObserver(count);
    observer.observe(log, { subtree: true, childList: true, characterData: true, attributes: true });
    const finish = () => {
      count(observer.takeRecords());
      observer.disconnect();
      return { mutations, elsewhere: elsewhere.map((text) => text.slice(0, 100)) };
    };
    return { finish };
  });
  return () => counter.evaluate(({ finish }) => finish());
}
