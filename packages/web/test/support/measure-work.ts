import type { Page } from "playwright-core";

/** What a page did meanwhile. */
export interface PageWork {
  /** Milliseconds of CPU time that the page's main thread took for scripts, styles and layout. */
  readonly cpuMs: number;
  /** Changes of the document inside the conversation. */
  readonly mutations: number;
  /** What was changed that is not in its last message. */
  readonly elsewhere: readonly string[];
}

const WORK: ReadonlySet<string> = new Set(["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"]);

/** Measures what the page does while `work` goes on. */
export async function measureWork(page: Page, work: () => Promise<void>): Promise<PageWork> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const seconds = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.filter(({ name }) => WORK.has(name)).reduce((sum, { value }) => sum + value, 0);
  };
  const stop = await countMutations(page);
  const before = await seconds();
  await work();
  const cpuMs = ((await seconds()) - before) * 1_000;
  await session.detach();
  return { cpuMs, ...(await stop()) };
}

async function countMutations(page: Page): Promise<() => Promise<Pick<PageWork, "mutations" | "elsewhere">>> {
  const counter = await page.evaluateHandle(() => {
    const elsewhere: string[] = [];
    let mutations = 0;
    const log = document.querySelector("[role=log]") ?? document.body;
    const count = (records: MutationRecord[]) => {
      const last = [...log.querySelectorAll("[role=article]")].at(-1);
      mutations += records.length;
      const others = records.filter(({ target }) => last?.contains(target) !== true);
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
