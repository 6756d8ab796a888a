import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { storeLongThread } from "./support/long-thread.ts";
import { longestTask, untilSaid } from "./support/longest-task.ts";
import { card, composer, conversation, say, see } from "./support/talk.ts";
import { watchCommits } from "./support/watch-commits.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** Milliseconds of CPU time of one task. They are told; what is asserted leaves room for a slower machine. */
const [NORMAL, FASTEST] = [50, 200];
const ROOM = 3;

const LINES = 10_000;
const BLOCKS = 5_000;
/** Deltas of the model in a second, and the seconds for which they come. */
const [DELTAS, SECONDS] = [2_000, 5];

function told(what: string, ms: number, aim: number): void {
  console.log(`${what}: the longest task took ${ms} ms of CPU time (aim: ${aim})`);
  expect(ms, what).toBeLessThan(ROOM * aim);
}

describe.skipIf(!hasBrowser)("the page's main thread", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--yes", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  /** A page that has shown an answer before: what is loaded once is not counted again and again. */
  async function warmPage(): Promise<Page> {
    const page = await app.open();
    await say(page, "Warm up");
    (await app.model.asked("Warm up")).say("Warm.");
    await untilSaid(page, "Warm.");
    return page;
  }

  async function lines(command: string): Promise<number> {
    const page = await warmPage();
    const said = `Print: ${command}`;
    const ms = await longestTask(page, async () => {
      await say(page, said);
      (await app.model.asked(said)).callAll({ id: "l", name: "bash", arguments: { command } });
      (await app.model.asked(said)).say("Printed.");
      await untilSaid(page, "Printed.");
    });
    expect(await card(page, "bash").count()).toBe(1);
    return ms;
  }

  it(`is not held up by ${LINES} lines of a command`, async () => {
    const slowly = `for part in $(seq 1 50); do seq 1 ${LINES / 50} | sed 's/^/line with some words in it /'; sleep 0.05; done`;
    told(`${LINES} lines in some seconds`, await lines(slowly), NORMAL);
    told(`${LINES} lines at once`, await lines(`seq 1 ${LINES} | sed 's/^/line with some words in it /'`), FASTEST);
  });

  async function blocks(pieces: number, pauseMs: number): Promise<number> {
    const page = await warmPage();
    const said = `Write in ${pieces} pieces`;
    const text = Array.from({ length: BLOCKS }, (_, n) => `Block **${n}** has \`code\` in it.\n\n`);
    const ms = await longestTask(page, async () => {
      await say(page, said);
      const turn = await app.model.asked(said);
      const size = BLOCKS / pieces;
      for (let piece = 0; piece < pieces; piece++) {
        turn.text(text.slice(piece * size, (piece + 1) * size).join(""));
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      turn.say("The end.");
      await untilSaid(page, "The end.");
    });
    expect(await conversation(page).locator(".markdown p").count()).toBe(BLOCKS + 2);
    return ms;
  }

  it(`is not held up by an answer of ${BLOCKS} blocks`, async () => {
    told(`${BLOCKS} blocks in some seconds`, await blocks(500, 20), NORMAL);
    told(`${BLOCKS} blocks at once`, await blocks(5, 0), FASTEST);
  });

  it(`is not held up by ${DELTAS} deltas a second`, async () => {
    const page = await warmPage();
    const ms = await longestTask(page, async () => {
      await say(page, "Write fast");
      const turn = await app.model.asked("Write fast");
      const began = performance.now();
      for (let sent = 0; sent < SECONDS * DELTAS; ) {
        const due = Math.min(SECONDS * DELTAS, ((performance.now() - began) * DELTAS) / 1_000);
        for (; sent < due; sent += 1) turn.text(sent % 40 === 39 ? `**${sent}**.\n\n` : `word${sent} `);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      turn.say("The end.");
      await untilSaid(page, "The end.");
    });
    told(`${DELTAS} deltas a second for ${SECONDS} s`, ms, FASTEST);
    expect(await conversation(page).locator(".markdown strong").count()).toBe((SECONDS * DELTAS) / 40);
  });

  it("renders a block once and a slice at a time, and stays at the end of what it writes, also when it is opened again", async () => {
    const page = await warmPage();
    const isAtEnd = () =>
      page.evaluate(() => {
        const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = document.querySelector(".thread-viewport") ?? {};
        return scrollHeight > 10 * clientHeight && scrollHeight - scrollTop - clientHeight < 8;
      });
    const commits = await watchCommits(page, async () => {
      await say(page, "Write much");
      const turn = await app.model.asked("Write much");
      turn.text("# Much\n\n");
      for (let piece = 0; piece < 100; piece++) turn.text(`Piece ${piece}.\n\n`);
      await see(page, "Piece 99.");
      turn.text(Array.from({ length: 1_000 }, (_, n) => `- Block ${n}\n\n---\n\n`).join(""));
      turn.say("The end.");
      await untilSaid(page, "The end.");
    });
    expect(commits.behind).toBe(0);
    expect(commits.mostBlocks).toBeGreaterThan(1);
    // A slice is 25 of these blocks. Whatever else renders the message in the same frame shows one more of them, such
    // as the end of its run: on a busy machine up to three came together, of the eighty that there are.
    expect(commits.mostBlocks).toBeLessThanOrEqual(100);
    expect(await conversation(page).locator(".markdown hr").count()).toBe(1_000);
    await expect.poll(isAtEnd).toBe(true);
    await page.reload();
    await untilSaid(page, "The end.");
    expect(await conversation(page).locator(".markdown hr").count()).toBe(1_000);
    await expect.poll(isAtEnd).toBe(true);
  });

  it("is not held up by a thread of 500 messages", async () => {
    // Nobody else may have the thread while it is stored.
    await app.killServer();
    const threadId = await storeLongThread(app.state, 500);
    await app.startAgain();
    const page = await app.open();
    await composer(page).waitFor();
    const opened = await longestTask(page, async () => {
      await page.evaluate((id) => {
        location.hash = id;
      }, threadId);
      await see(page, "Answer 250,");
    });
    told("a thread of 500 messages, opened", opened, FASTEST);
    const gone = await longestTask(page, async () => {
      await say(page, "And now?");
      const turn = await app.model.asked("And now?");
      for (let word = 0; word < 100; word++) {
        turn.text(`word-${word} `);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      turn.say("The end.");
      await untilSaid(page, "The end.");
    });
    told("a thread of 500 messages, gone on with", gone, NORMAL);
    expect(await conversation(page).locator("[role=article]").count()).toBeGreaterThan(20);
  });
});
