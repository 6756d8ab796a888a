import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { storeLongThread } from "./support/long-thread.ts";
import { measureWork, type PageWork } from "./support/measure-work.ts";
import { atRest, conversation, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const DELTAS = 200;

describe.skipIf(!hasBrowser)("a long thread in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp();
  });
  afterAll(() => app.close());

  /** Stores threads of so many messages. Nobody else may have them meanwhile: the server is started again for it. */
  async function storeThreads(counts: readonly number[]): Promise<readonly string[]> {
    await app.killServer();
    const threadIds: string[] = [];
    for (const count of counts) threadIds.push(await storeLongThread(app.state, count));
    await app.startAgain();
    return threadIds;
  }

  /** Opens a stored thread with all its messages in the page. */
  async function openWhole(threadId: string, count: number): Promise<Page> {
    const page = await app.open();
    await page.goto(`${app.url}#${threadId}`);
    await see(page, `Answer ${count / 2},`);
    const articles = conversation(page).locator("[role=article]");
    const earlier = page.getByRole("button", { name: "Earlier messages" });
    for (;;) {
      const shown = await articles.count();
      if (shown >= count) return page;
      await earlier.click();
      await expect.poll(() => articles.count()).toBeGreaterThan(shown);
    }
  }

  /** One answer of 200 pieces, each of which is painted before the next one comes. */
  async function streamAnswer(page: Page, said: string): Promise<PageWork> {
    await say(page, said);
    const turn = await app.model.asked(said);
    // In the last message: an earlier one begins with the same word.
    const seen = (text: string) => document.querySelector("[role=log]")?.lastElementChild?.textContent?.includes(text);
    turn.text("Begin. ");
    await page.waitForFunction(seen, "Begin.", { polling: "raf" });
    const work = await measureWork(page, async () => {
      for (let piece = 1; piece <= DELTAS; piece += 1) {
        turn.text(`word-${piece} `);
        await page.waitForFunction(seen, `word-${piece}`, { polling: "raf" });
      }
    });
    turn.say("End.");
    await atRest(page);
    return work;
  }

  it("the 1,000th message renders as fast as the first: no delta touches another message", async () => {
    const [shortId = "", longId = ""] = await storeThreads([10, 1_000]);
    const [short, long] = [await openWhole(shortId, 10), await openWhole(longId, 1_000)];
    const few = await streamAnswer(short, "After ten");
    const many = await streamAnswer(long, "After a thousand");
    for (const { mutations, elsewhere } of [few, many]) {
      expect(mutations).toBeGreaterThanOrEqual(DELTAS);
      expect(elsewhere).toEqual([]);
    }
    console.log(`Calls of functions for ${DELTAS} deltas: ${few.calls} after 10 messages, ${many.calls} after 1,000`);
    expect(many.calls).toBeLessThan(2 * few.calls);
  });
});
