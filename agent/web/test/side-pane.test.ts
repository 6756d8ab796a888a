import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { atRest, say } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** Pixels that the conversation keeps beside the pane, and that the pane has at least. */
const [CONVERSATION, LEAST] = [480, 320];

describe.skipIf(!hasBrowser)("the pane beside the conversation", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "a.txt": "one\n" }, args: ["--yes", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  const pane = (page: Page) => page.getByRole("complementary");
  const tab = (page: Page, name: string) => pane(page).getByRole("tab", { name });
  const handle = (page: Page) => page.getByRole("separator", { name: "Width of the pane" });
  const widthOf = async (place: Locator) => Math.round((await place.boundingBox())?.width ?? 0);

  /** A plan, a file that is new, a job in the background, and an answer that names a file. */
  async function talk(said: string, width = 1_280): Promise<Page> {
    const page = await app.open({ context: { reducedMotion: "reduce", viewport: { width, height: 800 } } });
    await say(page, said);
    (await app.model.asked(said)).callAll(
      { id: `${said} p`, name: "write_todos", arguments: { todos: [{ content: "Look", status: "completed" }] } },
      { id: `${said} w`, name: "write", arguments: { file_path: `${said}.txt`, content: "one\ntwo\n" } },
      { id: `${said} j`, name: "bash", arguments: { command: "echo begun; sleep 30", background: true } },
    );
    (await app.model.asked(said)).say(`See \`${said}.txt:2\`.`);
    await atRest(page);
    return page;
  }

  it("is one, whatever is opened, and leaves the conversation its room at every width", async () => {
    const page = await talk("Room");
    await page.getByRole("button", { name: "Timeline" }).click();
    await pane(page).locator(".timeline-row").first().waitFor();
    await page.getByRole("button", { name: "Show changes" }).click();
    await pane(page).locator(".file-changes").waitFor();
    expect(await pane(page).count()).toBe(1);
    expect(await pane(page).locator(".timeline-row").count()).toBe(0);
    for (const width of [1_066, 1_200, 1_280, 1_440, 1_920]) {
      await page.setViewportSize({ width, height: 800 });
      for (const key of ["End", "Home"]) {
        await handle(page).press(key);
        expect(await widthOf(page.getByRole("main")), `${key} at ${width}`).toBeGreaterThanOrEqual(CONVERSATION);
        expect(await widthOf(pane(page)), `${key} at ${width}`).toBeGreaterThanOrEqual(LEAST);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }
    await page.setViewportSize({ width: 1_065, height: 800 });
    await expect.poll(() => widthOf(pane(page))).toBe(1_065);
    expect(await handle(page).isVisible()).toBe(false);
    await pane(page).getByRole("button", { name: "Close", exact: true }).click();
    expect(await pane(page).count()).toBe(0);
  });

  it("is as wide as a pointer or the keyboard makes it, says so, and is so again after a reload", async () => {
    const page = await talk("Width");
    await page.getByRole("button", { name: "Timeline" }).click();
    const said = async () => Number(await handle(page).getAttribute("aria-valuenow"));
    await expect.poll(said).toBe(480);
    await handle(page).press("ArrowRight");
    await expect.poll(said).toBe(456);
    await handle(page).press("Home");
    await expect.poll(said).toBe(LEAST);
    const line = await handle(page).boundingBox();
    await page.mouse.move((line?.x ?? 0) + 5, 400);
    await page.mouse.down();
    await page.mouse.move((line?.x ?? 0) + 5 - 100, 400);
    await page.mouse.up();
    await expect.poll(said).toBeGreaterThan(LEAST + 90);
    const chosen = await said();
    expect(await widthOf(pane(page))).toBe(chosen);
    await page.reload();
    await page.getByRole("button", { name: "Timeline" }).click();
    await expect.poll(said).toBe(chosen);
    await handle(page).dblclick();
    await expect.poll(said).toBe(480);
  });

  it("has tabs that arrows go through, each with its own, and gives the focus back", async () => {
    const page = await talk("Tabs");
    const button = page.getByRole("button", { name: "Timeline" });
    await button.press("Enter");
    const focused = () => page.locator('[role="tab"]:focus').textContent();
    await expect.poll(focused).toBe("Timeline");
    await page.keyboard.press("ArrowRight");
    await pane(page).getByText("to open it here").waitFor();
    await page.keyboard.press("ArrowRight");
    await pane(page).getByText("echo begun").waitFor();
    await page.keyboard.press("ArrowRight");
    await pane(page).getByText("1 of 1 done").waitFor();
    await page.keyboard.press("ArrowRight");
    await pane(page).locator(".file-changes", { hasText: "Tabs.txt" }).waitFor();
    expect(await focused()).toBe("Changes");
    await page.keyboard.press("End");
    expect(await focused()).toBe("Plan");
    await page.keyboard.press("Escape");
    await expect.poll(() => pane(page).count()).toBe(0);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  for (const colorScheme of ["light", "dark"] as const) {
    it(`gives axe nothing to say in any of its tabs, in ${colorScheme} colours`, async () => {
      const page = await talk(`Axe-${colorScheme}`);
      await page.emulateMedia({ colorScheme });
      await page.getByRole("button", { name: `Axe-${colorScheme}.txt:2` }).click();
      await pane(page).getByText("two").waitFor();
      for (const name of ["File", "Changes", "Timeline", "Jobs", "Plan"]) {
        await tab(page, name).click();
        expect(await tab(page, name).getAttribute("aria-selected")).toBe("true");
        expect(await violations(page), name).toEqual([]);
      }
    });
  }
});
