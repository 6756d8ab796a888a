import type { Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /**
   * Microseconds of CPU time that its thread took; other processes add nothing to it, as they do to the time that
   * passes.
   */
  readonly tdur?: number;
}

/** Names the main thread of the page in the trace. */
const MARK = "toolwright measured";

/**
 * The most CPU time, in milliseconds, that one task of the page's main thread takes while `work` goes on. What looks at
 * the page meanwhile counts too.
 */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", { transferMode: "ReportEvents", categories: "-*,toplevel,blink.user_timing" });
  await work();
  await page.evaluate((mark) => void performance.mark(mark), MARK);
  const isOver = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await isOver;
  await session.detach();
  const mark = events.find(({ name }) => name === MARK);
  const tasks = events.filter(({ name, pid, tid }) => /RunTask$/.test(name) && pid === mark?.pid && tid === mark.tid);
  if (tasks.length === 0) throw new Error("The trace has no task of the page.");
  return Math.round(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000);
}

/**
 * Waits in the page, frame by frame and at next to no cost, until the text of its last message ends like that and no
 * run goes on.
 */
export async function untilSaid(page: Page, end: string): Promise<void> {
  await page.waitForFunction(
    (text) => {
      const last = [...document.querySelectorAll(".markdown")].at(-1)?.lastElementChild?.lastElementChild;
      const isRunning = document.querySelector("[role=log]")?.getAttribute("aria-busy") === "true";
      return !isRunning && last?.textContent?.includes(text) === true;
    },
    end,
    { polling: "raf", timeout: 120_000 },
  );
}
