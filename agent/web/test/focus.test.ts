import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, composer, conversation, say, see, stopButton } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("the focus stays near its place when what has it goes", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  async function answered(said: string): Promise<Page> {
    const page = await app.open();
    await say(page, said);
    (await app.model.asked(said)).say("Said.");
    await see(page, "Said.");
    await atRest(page);
    return page;
  }

  const has = (focused: Locator) =>
    expect.poll(() => focused.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  it("with what is said instead, and the reason of a thumb", async () => {
    const page = await answered("Say it otherwise");
    const said = conversation(page).getByRole("article", { name: "You" });
    await said.getByRole("button", { name: "Edit" }).press("Enter");
    await said.getByRole("textbox", { name: "Edited message" }).press("Escape");
    await has(said);
    const answer = conversation(page).getByRole("article", { name: "Agent" });
    await answer.getByRole("button", { name: "Good answer" }).press("Enter");
    await answer.getByRole("textbox", { name: "Reason (optional)" }).press("Enter");
    await has(answer);
  });

  it("with the menu of a thread, its new title, and a thread that is deleted or not", async () => {
    await answered("The thread before");
    const page = await answered("A thread in the list");
    const row = page.getByRole("listitem").filter({ hasText: "A thread in the list" });
    const item = (name: string) => row.getByRole("menuitem", { name, exact: true }).press("Enter");
    const openMenu = async () => {
      await row.getByRole("link").press("ArrowRight");
      await page.keyboard.press("Enter");
    };
    await openMenu();
    await item("Rename");
    await page.getByRole("textbox", { name: "Title" }).press("Escape");
    await has(row.getByRole("link"));
    for (const button of ["Cancel", "Delete"]) {
      await openMenu();
      await item("Delete");
      await page.getByRole("dialog").getByRole("button", { name: button }).press("Enter");
      if (button === "Cancel") await has(row);
    }
    await row.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  });

  it("with the palette, and the panel that was chosen there", async () => {
    const page = await app.open();
    await composer(page).fill("Half written");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Conversations, actions, models" }).fill("settings");
    await page.getByRole("option", { name: /settings/i }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Settings" }).waitFor();
    await page.keyboard.press("Escape");
    await has(composer(page));
  });

  it("with a message that waits, and a problem that was read", async () => {
    const page = await app.open();
    await say(page, "Work for a while");
    const turn = await app.model.asked("Work for a while");
    turn.text("Working.");
    await see(page, "Working.");
    const waiting = page.getByRole("list", { name: "Waiting messages" });
    for (const words of ["One more", "Two more"]) {
      await say(page, words);
      await waiting.getByRole("listitem").filter({ hasText: words }).getByText("Sent when this step ends").waitFor();
    }
    await waiting.getByRole("button", { name: "Take this message back" }).first().press("Enter");
    await waiting.getByText("One more").waitFor({ state: "detached" });
    await has(waiting);
    await waiting.getByRole("button", { name: "Take this message back" }).press("Enter");
    await waiting.waitFor({ state: "detached" });
    await has(page.locator(".composer-place"));
    await stopButton(page).press("Enter");
    await atRest(page);
    await say(page, "/mode none");
    await page.getByRole("button", { name: "Dismiss" }).press("Enter");
    await has(page.locator(".composer-place"));
    expect(await composer(page).inputValue()).toBe("");
  });

  it("and leaves alone what was pressed by a pointer", async () => {
    const page = await app.open();
    await say(page, "/mode none");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("button", { name: "Dismiss" }).waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  });
});
