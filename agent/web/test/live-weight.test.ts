import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, composer, conversation, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const ANSWERS = 20;
const ANSWER = Array.from(
  { length: 40 },
  (_, place) =>
    `## Part ${place}\n\nSome **words** of it with \`code\`.\n\n- one\n- two\n\n\`\`\`js\nconst part = ${place};\n\`\`\`\n\n`,
).join("");

/** Megabytes that a page has in use once all that is not is gone. */
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
  await composer(page).focus();
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

  /** The chapters of an answer that React holds no more. */
  function stillIn(page: Page, place: number): Locator {
    return conversation(page).locator(".message.assistant").nth(place).locator(".chapter[data-still]");
  }

  it("leave a page light, and its field quick", async () => {
    const page = await app.open();
    for (let count = 1; count <= ANSWERS; count += 1) await answer(page, count);
    await expect.poll(() => stillIn(page, ANSWERS - 2).count(), { timeout: 30_000 }).toBeGreaterThan(0);
    const [heap, key] = [await heapOf(page), await keyOf(page)];
    console.log(`After ${ANSWERS} answers: ${heap.toFixed(1)} MB in use, a key takes ${key.toFixed(0)} ms of CPU time`);
    expect(heap).toBeLessThan(20);
    expect(await stillIn(page, ANSWERS - 1).count()).toBe(0);
  });

  it("look as before once they stand still, and their buttons work", async () => {
    const page = await app.open();
    await answer(page, 1);
    const first = conversation(page).locator(".message.assistant").first().locator(".markdown");
    await first.locator(".tw-code-word").nth(39).waitFor({ state: "attached" });
    const before = await first.locator(".chapter").evaluateAll((boxes) => boxes.map((box) => box.innerHTML));
    await answer(page, 2);
    await expect.poll(() => stillIn(page, 0).count(), { timeout: 30_000 }).toBe(before.length);
    expect(await first.locator(".chapter").evaluateAll((boxes) => boxes.map((box) => box.innerHTML))).toEqual(before);

    const copy = first.getByRole("button", { name: "Copy code" }).nth(3);
    await copy.focus();
    await page.keyboard.press("Enter");
    await first.getByRole("button", { name: /Copied|Cannot copy/ }).waitFor();
    expect(await stillIn(page, 0).count()).toBe(before.length - 1);
    expect(await first.locator("button:focus").count()).toBe(1);
    await composer(page).focus();
    await expect.poll(() => stillIn(page, 0).count(), { timeout: 30_000 }).toBe(before.length);
  });

  it("do not stand still where a person marks their words", async () => {
    const page = await app.open();
    await answer(page, 1);
    await say(page, "Say number 2.");
    await conversation(page).locator(".markdown p").first().selectText();
    (await app.model.asked("Say number 2.")).say("End of 2.");
    await expect.poll(() => stillIn(page, 0).count(), { timeout: 30_000 }).toBeGreaterThan(2);
    expect(await page.evaluate(() => getSelection()?.toString())).toContain("Some words of it");
    expect(await conversation(page).locator(".chapter").first().getAttribute("data-still")).toBe(null);
  });
});
