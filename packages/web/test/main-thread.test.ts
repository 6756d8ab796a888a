import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { storeLongThread } from "./support/long-thread.ts";
import { atRest, card, composer, conversation, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** Milliseconds of one task on a machine that does nothing else. They are told; what is asserted is that the page was never frozen. */
const [AIM_NORMAL, AIM_FASTEST] = [50, 200];
const FROZEN = 1_000;

const LINES = 10_000;
const BLOCKS = 5_000;

/** The longest tasks of the page's main thread, in milliseconds, while something goes on. */
async function longest(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const kept: number[] = [];
    Object.assign(globalThis, { keptTasks: kept });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) kept.push(duration);
    }).observe({ type: "longtask" });
  });
  await work();
  await page.waitForTimeout(300);
  const tasks: number[] = await page.evaluate(() => Reflect.get(globalThis, "keptTasks"));
  return Math.round(Math.max(0, ...tasks));
}

function told(what: string, ms: number, aim: number): void {
  console.log(`${what}: the longest task took ${ms} ms (aim: ${aim})`);
  expect(ms, what).toBeLessThan(FROZEN);
}

describe.skipIf(!hasBrowser)("the page's main thread", { timeout: 180_000 }, () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--yes", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  async function lines(command: string): Promise<number> {
    const page = await app.open();
    const said = `Print: ${command}`;
    const ms = await longest(page, async () => {
      await say(page, said);
      (await app.model.asked(said)).callAll({ id: "l", name: "bash", arguments: { command } });
      (await app.model.asked(said)).say("Printed.");
      await see(page, "Printed.");
      await atRest(page);
    });
    expect(await card(page, "bash").count()).toBe(1);
    return ms;
  }

  it(`is not held up by ${LINES} lines of a command`, async () => {
    const slowly = `for part in $(seq 1 50); do seq 1 ${LINES / 50} | sed 's/^/line with some words in it /'; sleep 0.05; done`;
    told(`${LINES} lines in some seconds`, await lines(slowly), AIM_NORMAL);
    told(`${LINES} lines at once`, await lines(`seq 1 ${LINES} | sed 's/^/line with some words in it /'`), AIM_FASTEST);
  });

  async function blocks(pieces: number, pauseMs: number): Promise<number> {
    const page = await app.open();
    const said = `Write in ${pieces} pieces`;
    const text = Array.from({ length: BLOCKS }, (_, n) => `Block **${n}** has \`code\` in it.\n\n`);
    return longest(page, async () => {
      await say(page, said);
      const turn = await app.model.asked(said);
      const size = BLOCKS / pieces;
      for (let piece = 0; piece < pieces; piece++) {
        turn.text(text.slice(piece * size, (piece + 1) * size).join(""));
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      turn.say("The end.");
      await atRest(page);
    });
  }

  it(`is not held up by an answer of ${BLOCKS} blocks`, async () => {
    told(`${BLOCKS} blocks in some seconds`, await blocks(500, 20), AIM_NORMAL);
    told(`${BLOCKS} blocks at once`, await blocks(5, 0), AIM_FASTEST);
  });

  it("is not held up by a thread of 500 messages", async () => {
    // Nobody else may have the thread while it is stored.
    await app.killServer();
    const threadId = await storeLongThread(app.state, 500);
    await app.startAgain();
    const page = await app.open();
    await composer(page).waitFor();
    const ms = await longest(page, async () => {
      await page.evaluate((id) => {
        location.hash = id;
      }, threadId);
      await see(page, "Answer 250,");
      await say(page, "And now?");
      const turn = await app.model.asked("And now?");
      for (let word = 0; word < 100; word++) {
        turn.text(`word-${word} `);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      turn.say("The end.");
      await atRest(page);
      expect(await conversation(page).locator("[role=article]").count()).toBeGreaterThan(20);
    });
    told("a thread of 500 messages, opened and gone on with", ms, AIM_FASTEST);
  });
});
