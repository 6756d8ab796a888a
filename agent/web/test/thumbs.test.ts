import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { atRest, conversation, hasSettled, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("thumbs under an answer", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  async function talk(page: Page, words: string): Promise<void> {
    await say(page, words);
    (await app.model.asked(words)).say(`Answer to: ${words}`);
    await see(page, `Answer to: ${words}`);
    await hasSettled(page);
  }

  const thumb = (page: Page, name: string) => conversation(page).getByRole("button", { name });
  const pressed = (page: Page) =>
    Promise.all(["Good answer", "Bad answer"].map((name) => thumb(page, name).getAttribute("aria-pressed")));

  it("are pressed with a note, by keys alone, stand after a reload, and are taken back", async () => {
    const page = await app.open();
    await talk(page, "First");
    for (const name of ["Good answer", "Bad answer"]) {
      const box = await thumb(page, name).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(32);
    }
    expect(await pressed(page)).toEqual(["false", "false"]);
    await thumb(page, "Bad answer").focus();
    await page.keyboard.press("Enter");
    const note = page.getByRole("textbox", { name: "Reason (optional)" });
    await note.waitFor();
    await expect.poll(() => pressed(page)).toEqual(["false", "true"]);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Too short");
    await page.keyboard.press("Enter");
    await note.waitFor({ state: "detached" });
    await expect.poll(() => thumb(page, "Bad answer").getAttribute("title")).toBe("Bad answer: Too short");
    await page.reload();
    await see(page, "Answer to: First");
    await expect.poll(() => pressed(page)).toEqual(["false", "true"]);
    expect(await thumb(page, "Bad answer").getAttribute("title")).toBe("Bad answer: Too short");
    await thumb(page, "Good answer").click();
    await page.getByRole("textbox", { name: "Reason (optional)" }).press("Escape");
    await expect.poll(() => pressed(page)).toEqual(["true", "false"]);
    await thumb(page, "Good answer").click();
    await expect.poll(() => pressed(page)).toEqual(["false", "false"]);
    await page.reload();
    await see(page, "Answer to: First");
    expect(await pressed(page)).toEqual(["false", "false"]);
  });

  it.each([1_200, 390])("stand where they stood when the model's name arrives, %i pixels wide", async (width) => {
    const page = await app.open();
    await page.setViewportSize({ width, height: 800 });
    let tell: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await page.route(/\/api\/threads\/[^/]+\?limit=1$/, async (route) => {
      await held;
      await route.continue();
    });
    await say(page, `Slowly ${width}`);
    (await app.model.asked(`Slowly ${width}`)).say("An answer.");
    await see(page, "An answer.");
    await atRest(page);
    // Until the code of Markdown is there the first answer is plain lines, which are less high.
    await conversation(page).locator(".message.assistant .markdown").waitFor();
    const before = await thumb(page, "Good answer").boundingBox();
    tell();
    await hasSettled(page);
    const after = await thumb(page, "Good answer").boundingBox();
    expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
  });

  it("stay as they were where the server cannot keep them, and that is said", async () => {
    const page = await app.open({ expectedErrors: /ERR_/ });
    await talk(page, "Second");
    await app.killServer();
    await thumb(page, "Good answer").click();
    await page.getByText("The server cannot be reached.").waitFor();
    expect(await pressed(page)).toEqual(["false", "false"]);
    await app.startAgain();
  });
});
