import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { storeLongRun } from "./support/long-thread.ts";
import { conversation, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const STEPS = 120;

describe.skipIf(!hasBrowser)("a long run in the browser", () => {
  let app: WebApp;
  let threadId = "";
  beforeAll(async () => {
    app = await startWebApp();
    await app.killServer();
    threadId = await storeLongRun(app.state, STEPS);
    await app.startAgain();
  });
  afterAll(() => app.close());

  it("shows its end with what was asked, and its earlier steps above what is read, in every tab", async () => {
    const page = await app.open();
    await page.goto(`${app.url}#${threadId}`);
    await see(page, "That is all.");
    const texts = async (of = page) => (await conversation(of).innerText()).match(/Step \d+\./g)?.length ?? 0;
    await see(page, "Look everywhere.");
    expect(await texts()).toBeLessThan(STEPS * 0.75);
    const earlier = page.getByRole("button", { name: "Earlier messages" });
    await page.locator(".thread-viewport").evaluate((viewport) => viewport.scrollTo(0, 0));
    const first = conversation(page)
      .getByText(/^Step \d+\.$/)
      .first();
    const seen = String(await first.textContent());
    const placeOf = async () => (await conversation(page).getByText(seen, { exact: true }).boundingBox())?.y;
    let before = 0;
    // A busy machine may not have drawn it yet.
    await expect.poll(async () => (before = (await placeOf()) ?? 0)).toBeGreaterThan(0);
    await earlier.click();
    await expect.poll(() => texts()).toBe(STEPS);
    await expect.poll(async () => Math.abs(((await placeOf()) ?? 0) - before)).toBeLessThan(60);
    expect(await earlier.count()).toBe(0);
    expect(await conversation(page).locator("[role=article]").count()).toBe(2);

    const other = await app.open();
    await other.goto(`${app.url}#${threadId}`);
    await see(other, "That is all.");
    await say(other, "And now?");
    (await app.model.asked("And now?")).say("Nothing more.");
    for (const one of [other, page]) await see(one, "Nothing more.");
    expect(await texts()).toBe(STEPS);
    expect(await texts(other)).toBeLessThan(STEPS * 0.75);
    await page.reload();
    await see(page, "Nothing more.");
    expect(await texts()).toBeLessThan(STEPS * 0.75);
  });
});
