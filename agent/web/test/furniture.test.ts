import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { conversation, hasSettled, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("what stands around messages", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  for (const isTouched of [false, true]) {
    const where = isTouched ? "always where nothing points" : "under the newest, and where one points or tabs to";
    it(`is there ${where}`, async () => {
      const screen = { isMobile: true, hasTouch: true };
      const page = await app.open({ context: { reducedMotion: "reduce", ...(isTouched && screen) } });
      for (const said of [`First ${isTouched}`, `Second ${isTouched}`]) {
        await say(page, said);
        (await app.model.asked(said)).say(`Answer to ${said}`);
        await see(page, `Answer to ${said}`);
        await hasSettled(page);
      }
      const answers = conversation(page).getByRole("article", { name: "Agent" });
      const opacity = (place: number) =>
        answers
          .nth(place)
          .locator(".message-facts")
          .evaluate((facts) => getComputedStyle(facts).opacity);
      if (!isTouched) await page.mouse.move(0, 0);
      await expect.poll(() => opacity(1)).toBe("1");
      await expect.poll(() => opacity(0)).toBe(isTouched ? "1" : "0");
      if (isTouched) return;
      await answers.first().hover();
      await expect.poll(() => opacity(0)).toBe("1");
      await page.mouse.move(0, 0);
      await expect.poll(() => opacity(0)).toBe("0");
      await answers.first().getByRole("button", { name: "Copy message" }).focus();
      await expect.poll(() => opacity(0)).toBe("1");
    });
  }

  it("shows the last line of what the model thinks, and for how long, until it answers", async () => {
    const page = await app.open();
    await say(page, "Think first");
    const turn = (await app.model.asked("Think first")).think("One thought.\nAnd the next th");
    const last = page.locator(".reasoning-last");
    await expect.poll(() => last.innerText()).toBe("And the next th");
    turn.think("ought, which goes on.\n");
    await expect.poll(() => last.innerText()).toBe("And the next thought, which goes on.");
    await expect.poll(() => page.locator(".reasoning summary").innerText()).toMatch(/\d s/);
    turn.say("The answer.");
    await see(page, "The answer.");
    await expect.poll(() => last.count()).toBe(0);
    expect(await page.locator(".reasoning summary").innerText()).toMatch(/^Reasoning\s+\d+ s$/);
  });
});
