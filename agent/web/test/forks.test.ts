import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, composer, conversation, hasSettled, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const message = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

describe.skipIf(!hasBrowser)("forks in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    const args = ["--mode", "accept-edits", "--sandbox", "off"];
    app = await startWebApp({ files: { "list.txt": "milk\n" }, args });
  });
  afterAll(() => app.close());

  async function talk(page: Page, words: string, answer: string) {
    await say(page, words);
    const turn = await app.model.asked(words);
    turn.say(answer);
    await see(page, answer);
    await hasSettled(page);
    return turn;
  }

  const texts = async (page: Page) => (await conversation(page).getByRole("article").allInnerTexts()).join("\n");

  it("edit a message: another conversation goes on from there, and a step back shows the first", async () => {
    const page = await app.open();
    await talk(page, "Name a fruit", "An apple.");
    await talk(page, "And a tree", "An oak.");
    const first = page.url();
    await message(page, "And a tree").hover();
    await message(page, "And a tree").getByRole("button", { name: "Edit" }).click();
    const field = page.getByRole("textbox", { name: "Edited message" });
    expect(await field.inputValue()).toBe("And a tree");
    await field.press("Escape");
    expect(await field.count()).toBe(0);
    await message(page, "And a tree").getByRole("button", { name: "Edit" }).click();
    await field.fill("And a river");
    await field.press("Enter");
    const turn = await app.model.asked("And a river");
    expect(JSON.stringify(turn.request.messages)).toContain("An apple.");
    expect(JSON.stringify(turn.request.messages)).not.toContain("tree");
    turn.say("The Rhine.");
    await see(page, "The Rhine.");
    await atRest(page);
    expect(await texts(page)).not.toContain("oak");
    expect(page.url()).not.toBe(first);
    await page.reload();
    await see(page, "The Rhine.");
    const fork = page.getByRole("link", { name: /Fork: .*Name a fruit/ }).locator(".thread-title");
    const [title, mark] = await Promise.all([fork.boundingBox(), fork.getByRole("img").boundingBox()]);
    expect(title?.height, "the mark stands in the line of the title").toBeLessThan(2 * (mark?.height ?? 0));
    await page.goBack();
    await see(page, "An oak.");
    expect(await texts(page)).not.toContain("Rhine");
  });

  it("go between the ways that a conversation took, at the message where they part", async () => {
    const page = await app.open();
    await talk(page, "Name a metal", "Iron.");
    await talk(page, "And a gas", "Helium.");
    await say(page, "Thank you");
    (await app.model.asked("Thank you")).say(`${"More.\n\n".repeat(60)}Not at all.`);
    await see(page, "Not at all.");
    await hasSettled(page);
    await message(page, "And a gas").hover();
    await message(page, "And a gas").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Edited message" }).fill("And a liquid");
    await page.getByRole("textbox", { name: "Edited message" }).press("Enter");
    (await app.model.asked("And a liquid")).say("Bromine.");
    await see(page, "Bromine.");
    await hasSettled(page);
    await message(page, "Bromine.").hover();
    await message(page, "Bromine.").getByRole("button", { name: "Retry" }).click();
    (await app.model.asked("And a liquid")).say("Mercury.");
    await see(page, "Mercury.");
    const ways = page.getByRole("group", { name: /^Branch \d of \d$/ });
    await page.getByRole("group", { name: "Branch 3 of 3" }).waitFor();
    expect(await ways.count()).toBe(1);
    await page.getByRole("button", { name: "Previous branch" }).click();
    await see(page, "Bromine.");
    await page.getByRole("group", { name: "Branch 2 of 3" }).waitFor();
    await page.keyboard.press("Enter");
    await see(page, "Helium.");
    await page.getByRole("group", { name: "Branch 1 of 3" }).waitFor();
    expect(await page.getByRole("button", { name: "Previous branch" }).isDisabled()).toBe(true);
    const top = () => message(page, "And a gas").evaluate((said) => said.getBoundingClientRect().top);
    await expect.poll(top).toBeGreaterThan(0);
    await page.reload();
    await page.getByRole("group", { name: "Branch 1 of 3" }).waitFor();
  });

  it("try an answer again, and branch off after one", async () => {
    const page = await app.open();
    await talk(page, "Roll a die", "Three.");
    await message(page, "Three.").hover();
    await message(page, "Three.").getByRole("button", { name: "Retry" }).click();
    (await app.model.asked("Roll a die")).say("Five.");
    await see(page, "Five.");
    await atRest(page);
    expect(await texts(page)).not.toContain("Three");
    await talk(page, "Again", "Six.");
    await message(page, "Five.").hover();
    await message(page, "Five.").getByRole("button", { name: "Branch" }).click();
    await expect.poll(() => texts(page)).not.toContain("Six");
    const turn = await talk(page, "Add one", "That is six.");
    expect(JSON.stringify(turn.request.messages)).toMatch(/Roll a die.*Five\..*Add one/);
    await page.getByRole("link", { name: /Fork 2: .*Roll a die/ }).waitFor();
  });

  it("undo a change and go back: files and conversation are as before the message, which can be said otherwise", async () => {
    const list = () => readFileSync(join(app.workspace, "list.txt"), "utf8");
    const page = await app.open();
    await talk(page, "Hello there", "Good day.");
    for (const thing of ["bread", "salt"]) {
      const words = `Add ${thing}`;
      await say(page, words);
      const read = { id: `r${thing}`, name: "read", arguments: { file_paths: ["list.txt"] } };
      (await app.model.asked(words)).callAll(read);
      const edit = { file_path: "list.txt", old_string: "milk\n", new_string: `milk\n${thing}\n` };
      (await app.model.asked(words)).callAll({ id: `e${thing}`, name: "edit", arguments: edit });
      (await app.model.asked(words)).say(`Added ${thing}.`);
      await see(page, `Added ${thing}.`);
      await hasSettled(page);
    }
    expect(list()).toBe("milk\nsalt\nbread\n");
    const first = message(page, "Added bread.").getByRole("group", { name: "Changed 1 file" });
    await first.getByRole("button", { name: "Go back to before this" }).click();
    await expect.poll(list).toBe("milk\n");
    await expect.poll(() => texts(page)).not.toContain("Added");
    await see(page, "Good day.");
    expect(await composer(page).inputValue()).toBe("Add bread");
    const turn = await talk(page, "Add nothing", "As you like.");
    expect(JSON.stringify(turn.request.messages)).not.toContain("bread");
    await page.goBack();
    await see(page, "Added salt.");
    await page.getByRole("button", { name: "Redo" }).first().waitFor();
  });

  it("stay where they are when somebody else has changed the file: the page says which, and can go on all the same", async () => {
    const page = await app.open();
    await say(page, "Write it down");
    const write = { file_path: "new.txt", content: "mine\n" };
    (await app.model.asked("Write it down")).callAll({ id: "w", name: "write", arguments: write });
    (await app.model.asked("Write it down")).say("Written.");
    await see(page, "Written.");
    await hasSettled(page);
    writeFileSync(join(app.workspace, "new.txt"), "yours\n");
    await page.getByRole("button", { name: "Go back to before this" }).click();
    await page.getByText("Undo anyway overwrites what was changed since.").waitFor();
    await see(page, "Written.");
    await page.getByRole("button", { name: "Undo anyway" }).click();
    await expect.poll(() => texts(page)).not.toContain("Written.");
    expect(await composer(page).inputValue()).toBe("Write it down");
  });
});
