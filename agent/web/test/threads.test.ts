import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ThreadSummary } from "@toolwright/view";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { atRest, composer, conversation, say, see } from "./support/talk.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("the list of threads", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
  const link = (page: Page, title: string) => list(page).getByRole("link", { name: title });

  async function talk(page: Page, said: string, answer: string, shown = answer): Promise<void> {
    await page.evaluate(() => (location.hash = ""));
    await page.getByRole("heading", { name: "What would you like to do?" }).waitFor();
    await say(page, said);
    (await app.model.asked(said)).say(answer);
    await see(page, shown);
    await atRest(page);
  }

  const isInView = (row: Locator) =>
    row.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const box = element.closest(".thread-groups")?.getBoundingClientRect();
      return box !== undefined && top >= box.top && bottom <= box.bottom + 1;
    });

  async function choose(page: Page, title: string, item: string): Promise<void> {
    await link(page, title).hover();
    await list(page)
      .getByRole("button", { name: `Actions of ${title}` })
      .click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  }

  it("search finds what was said and answered, shows where, and Escape brings the list back", async () => {
    const page = await app.open();
    await talk(page, "Alpha question", "The **gryphon** `answered`.", "gryphon");
    await talk(page, "Beta question", "Nothing of note.");
    const field = list(page).getByRole("searchbox", { name: "Search conversations" });
    await field.fill("gryph");
    await list(page).getByRole("status").getByText("1 conversation").waitFor();
    await link(page, "Alpha question").getByText("The gryphon answered.").waitFor();
    await field.press("ArrowDown");
    await page.keyboard.press("Enter");
    await see(page, "gryphon");
    await field.fill("nothing like that at all");
    await list(page).getByText("Nothing found.").waitFor();
    await field.press("Escape");
    await list(page).getByRole("heading", { name: "Today" }).waitFor();
    await link(page, "Beta question").waitFor();
  });

  it("search finds words within words, marks them in the list and in the thread, and leads to them there", async () => {
    const page = await app.open();
    await talk(page, "Where is the microparser", `It is far above.\n\n${"Filler words.\n\n".repeat(100)}`, "far above");
    await talk(page, "Another thread", "Of no interest.");
    const field = list(page).getByRole("searchbox", { name: "Search conversations" });
    await field.fill("roparse");
    await list(page).getByRole("status").getByText("1 conversation").waitFor();
    const marked = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get("found") ?? [])].map(
          (range) =>
            `${range.startContainer.parentElement?.closest(".thread-list, [role=log]")?.className} ${range.startContainer.textContent?.slice(range.startOffset, range.endOffset)}`,
        ),
      );
    await expect.poll(async () => (await marked()).join()).toContain("roparse");
    expect((await marked()).some((one) => one.startsWith("messages"))).toBe(false);
    await link(page, "Where is the microparser").click();
    await expect.poll(async () => (await marked()).some((one) => one === "messages roparse")).toBe(true);
    const top = () =>
      conversation(page)
        .getByText("Where is the microparser")
        .evaluate((said) => said.getBoundingClientRect().top);
    await expect.poll(top).toBeGreaterThan(0);
    await field.press("Escape");
    await expect.poll(marked).toEqual([]);
  });

  it("has the thread that is shown in view, and in the title of the page, however long ago it was used", async () => {
    const page = await app.open();
    await talk(page, "Long ago", "So it was.");
    const { hash } = new URL(page.url());
    for (let count = 0; count < 60; count += 1) await app.send("/api/threads", { title: `Newer ${count}` });
    const other = await app.open();
    await link(other, "Newer 59").waitFor();
    expect(await link(other, "Long ago").count()).toBe(0);
    await other.evaluate((address) => {
      location.hash = address;
    }, hash);
    await see(other, "So it was.");
    await expect.poll(() => other.title()).toBe("Long ago – Toolwright");
    expect(await list(other).locator('[aria-current="page"]').innerText()).toContain("Long ago");
    await expect.poll(() => isInView(list(other).locator('[aria-current="page"]'))).toBe(true);
    await other.getByRole("button", { name: "Older conversations" }).click();
    await link(other, "Alpha question").waitFor();
    expect(await link(other, "Long ago").count()).toBe(1);
    await choose(other, "Long ago", "Archive");
    await link(other, "Long ago").waitFor({ state: "detached" });
    expect(await other.title()).toBe("Long ago – Toolwright");
    const newer = (await (await app.send("/api/threads?limit=60")).json()).threads.map(({ id }: ThreadSummary) => id);
    for (const id of [...newer, hash.slice(1)]) await app.send(`/api/threads/${id}`, undefined, "DELETE");
  });

  it("pin puts a thread first and archive takes it away, also for another page, and both can be taken back", async () => {
    const page = await app.open();
    await talk(page, "Keep me", "Kept.");
    await talk(page, "Put me away", "Away.");
    const other = await app.open();
    await link(other, "Put me away").waitFor();
    await choose(page, "Keep me", "Pin");
    await list(other).getByRole("region", { name: "Pinned" }).getByRole("link", { name: "Keep me" }).waitFor();
    await choose(page, "Put me away", "Archive");
    await link(other, "Put me away").waitFor({ state: "detached" });
    await page.reload();
    await list(page).getByRole("region", { name: "Pinned" }).getByRole("link", { name: "Keep me" }).waitFor();
    await list(page).getByRole("button", { name: "Archive" }).click();
    await choose(page, "Put me away", "Bring back");
    await list(page).getByText("Nothing is archived.").waitFor();
    await list(page).getByRole("button", { name: "Archive" }).click();
    await link(page, "Put me away").waitFor();
    await choose(page, "Keep me", "Unpin");
    await list(page).getByRole("region", { name: "Pinned" }).waitFor({ state: "detached" });
  });

  it("export saves all of a thread as Markdown, HTML and JSON", async () => {
    const page = await app.open();
    await talk(page, "Write this down", "It is written.");
    for (const [item, name] of [
      ["Export as Markdown", "Write-this-down.md"],
      ["Export as one page (HTML)", "Write-this-down.html"],
      ["Export as JSON", "Write-this-down.json"],
    ] as const) {
      const saving = page.waitForEvent("download");
      await choose(page, "Write this down", item);
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe(name);
      const text = readFileSync(await saved.path(), "utf8");
      expect(text).toContain("It is written.");
      if (name.endsWith(".json"))
        expect(JSON.parse(text)).toMatchObject({ version: 1, thread: { title: "Write this down" } });
    }
  });

  it("export saves a thread as one page that needs nothing else", async () => {
    const page = await app.open();
    const key = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
    await say(page, `Share this <script>alert(1)</script> with ${key}`);
    (await app.model.asked("Share this")).say("It is **shared**.\n\n```sh\nls -la\n```");
    await see(page, "shared");
    await atRest(page);
    const saving = page.waitForEvent("download");
    await composer(page).fill("/export html");
    await composer(page).press("Enter");
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^Share-this.*\.html$/);
    const text = readFileSync(await saved.path(), "utf8");
    expect(text).not.toContain(key);
    const other = await page.context().newPage();
    const asked: string[] = [];
    other.on("request", (request) => asked.push(request.url()));
    const path = join(temporaryFolder({ "shared.html": text }), "shared.html");
    await other.goto(`file://${path}`);
    await other.getByText("Share this <script>alert(1)</script> with").first().waitFor();
    await other.locator("pre", { hasText: "ls -la" }).waitFor();
    expect(await other.locator("body").evaluate((body) => getComputedStyle(body).maxWidth)).toBe("832px");
    expect(asked).toHaveLength(1);
    expect(await violations(other)).toEqual([]);
  });

  it("is one tab stop: arrows go from thread to thread, right to the actions of one, and back", async () => {
    const page = await app.open();
    for (const name of ["Rove one", "Rove two"]) await talk(page, name, "Yes.");
    const field = list(page).getByRole("searchbox", { name: "Search conversations" });
    await field.focus();
    await page.keyboard.press("Tab");
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("title") ?? document.activeElement?.textContent);
    expect(await focused()).toBe("Rove two");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Rove one");
    await page.keyboard.press("Home");
    expect(await focused()).toBe("Rove two");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Pin", exact: true }).waitFor();
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("Delete");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.keyboard.press("ArrowLeft");
    expect(await focused()).toBe("Rove two");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Archive");
  });

  it("stays one tab stop as threads come, are gone to, are renamed and go", async () => {
    const page = await app.open();
    const stops = () =>
      list(page)
        .locator("[data-stop]")
        .evaluateAll((rows: HTMLElement[]) => rows.filter(({ tabIndex }) => tabIndex === 0).map((row) => row.title));
    await talk(page, "Stop here", "So be it.");
    await expect.poll(stops).toEqual(["Stop here"]);
    await app.send("/api/threads", { title: "Came from elsewhere" });
    await link(page, "Came from elsewhere").waitFor();
    await expect.poll(stops).toEqual(["Stop here"]);
    await link(page, "Came from elsewhere").click();
    await expect.poll(stops).toEqual(["Came from elsewhere"]);
    await choose(page, "Came from elsewhere", "Archive");
    await link(page, "Came from elsewhere").waitFor({ state: "detached" });
    await expect.poll(async () => (await stops()).length).toBe(1);
    await choose(page, "Stop here", "Rename");
    await page.keyboard.press("Escape");
    await expect.poll(stops).toEqual(["Stop here"]);
  });

  it("Ctrl-K finds threads, actions and models by name, and ? lists the keys", async () => {
    const page = await app.open();
    await talk(page, "Palette target", "Here.");
    await page.evaluate(() => (location.hash = ""));
    await composer(page).press("Control+k");
    const box = page.getByRole("combobox", { name: "Conversations, actions, models" });
    await box.fill("palette tar");
    await expect.poll(() => page.getByRole("listbox", { name: "Matches" }).getByRole("option").count()).toBe(1);
    await box.press("Enter");
    await see(page, "Here.");
    const search = page.getByRole("searchbox", { name: "Search conversations" });
    await search.fill("Palette");
    await page.keyboard.press("Control+k");
    await box.fill("offline model");
    await page
      .getByRole("listbox", { name: "Matches" })
      .getByRole("option", { name: /offline/ })
      .waitFor();
    await box.press("Enter");
    expect(await page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("offline");
    expect(await search.inputValue()).toBe("Palette");
    await search.fill("");
    await page.keyboard.press("Control+k");
    await box.fill("pin this");
    await box.press("Enter");
    await list(page).getByRole("region", { name: "Pinned" }).getByRole("link", { name: "Palette target" }).waitFor();
    await composer(page).fill("What?");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await list(page).getByRole("link", { name: "Palette target" }).focus();
    await page.keyboard.press("?");
    await page
      .getByRole("dialog", { name: "Keyboard shortcuts" })
      .getByText("Go to a conversation, an action or a model")
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Search conversations");
  });
});
