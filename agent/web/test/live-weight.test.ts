import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { untilSaid } from "./support/longest-task.ts";
import { atRest, composer, conversation, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const ANSWERS = 20;
/** Megabytes that so many may take: 14 to 15 are measured, 8 of which stand there after the first answer. */
const LIGHT = 16;
/** Characters of an answer that come at once, and milliseconds from one piece to the next. */
const [PIECE, PAUSE] = [30, 20];
const ANSWER = Array.from(
  { length: 40 },
  (_, place) =>
    `## Part ${place}\n\nSome **words** of it with \`code\`.\n\n- one\n- two\n\n\`\`\`js\nconst part = ${place};\n\`\`\`\n\n`,
).join("");

/**
 * Megabytes that a page has in use once all that is not is gone. No locator may have looked at the page before: to know
 * names and what is visible it lays out every part that the page skips, and leaves an object in the heap for each node
 * (4 MB after 20 answers).
 */
async function heapOf(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("HeapProfiler.collectGarbage");
  const { usedSize } = await debug.send("Runtime.getHeapUsage");
  return usedSize / 1_000_000;
}

/** Milliseconds of the processor that a key costs the page's main thread, of nine the mean. */
async function keyOf(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await debug.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const before = await busy();
  for (let count = 0; count < 9; count += 1) {
    await page.keyboard.press("a");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }
  return (((await busy()) - before) * 1_000) / 9;
}

describe.skipIf(!hasBrowser)("many answers, one after the other", { timeout: 300_000 }, () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  async function answer(page: Page, count: number): Promise<void> {
    await say(page, `Say number ${count}.`);
    (await app.model.asked(`Say number ${count}.`)).say(`${ANSWER}End of ${count}.`);
    await see(page, `End of ${count}.`);
    await atRest(page);
  }

  /** The same as a person has it: written with the keyboard, and piece by piece. Nothing but the page looks at it. */
  async function answerUnseen(page: Page, count: number): Promise<void> {
    await page.keyboard.insertText(`Say number ${count}.`);
    await page.keyboard.press("Enter");
    const turn = await app.model.asked(`Say number ${count}.`);
    for (let start = 0; start < ANSWER.length; start += PIECE) {
      turn.text(ANSWER.slice(start, start + PIECE));
      await page.waitForTimeout(PAUSE);
    }
    turn.say(`End of ${count}.`);
    await untilSaid(page, `End of ${count}.`);
  }

  /** How many chapters of all answers but the newest React still holds. */
  function liveChapters(page: Page): Promise<number> {
    const chapters = ".message:not(:last-child) .chapter:not([data-still])";
    return page.evaluate((selector) => document.querySelectorAll(selector).length, chapters);
  }

  /** The chapters of an answer that React holds no more. */
  function stillIn(page: Page, place: number): Locator {
    return conversation(page).locator(".message.assistant").nth(place).locator(".chapter[data-still]");
  }

  it("leave a page light, and its field quick", async () => {
    const page = await app.open();
    await composer(page).focus();
    for (let count = 1; count <= ANSWERS; count += 1) await answerUnseen(page, count);
    await expect.poll(() => liveChapters(page)).toBe(0);
    const [heap, key] = [await heapOf(page), await keyOf(page)];
    console.log(`After ${ANSWERS} answers: ${heap.toFixed(1)} MB in use, a key takes ${key.toFixed(0)} ms of CPU time`);
    expect(await composer(page).inputValue()).toBe("a".repeat(9));
    expect(heap).toBeLessThan(LIGHT);
    expect(await stillIn(page, ANSWERS - 2).count()).toBeGreaterThan(0);
    expect(await stillIn(page, ANSWERS - 1).count()).toBe(0);
  });

  it("look as before once they stand still, and their buttons work", async () => {
    const page = await app.open();
    await answer(page, 1);
    const first = conversation(page).locator(".message.assistant").first().locator(".markdown");
    await first.locator(".tw-code-word").nth(39).waitFor({ state: "attached" });
    const before = await first.locator(".chapter").evaluateAll((boxes) => boxes.map((box) => box.innerHTML));
    await answer(page, 2);
    await expect.poll(() => stillIn(page, 0).count()).toBe(before.length);
    expect(await first.locator(".chapter").evaluateAll((boxes) => boxes.map((box) => box.innerHTML))).toEqual(before);

    const copy = first.getByRole("button", { name: "Copy code" }).nth(3);
    await copy.focus();
    await page.keyboard.press("Enter");
    await first.getByRole("button", { name: /Copied|Cannot copy/ }).waitFor();
    expect(await stillIn(page, 0).count()).toBe(before.length - 1);
    expect(await first.locator("button:focus").count()).toBe(1);
    await composer(page).focus();
    await expect.poll(() => stillIn(page, 0).count()).toBe(before.length);
  });

  it("do not stand still where a person marks their words", async () => {
    const page = await app.open();
    await answer(page, 1);
    await say(page, "Say number 2.");
    await conversation(page).locator(".markdown p").first().selectText();
    (await app.model.asked("Say number 2.")).say("End of 2.");
    await expect.poll(() => stillIn(page, 0).count()).toBeGreaterThan(2);
    expect(await page.evaluate(() => getSelection()?.toString())).toContain("Some words of it");
    expect(await conversation(page).locator(".chapter").first().getAttribute("data-still")).toBe(null);
  });
});
