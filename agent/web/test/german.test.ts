import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { englishOn } from "./support/english-texts.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** A folder that gets a picture of each state; none is taken where it is not named. */
const PICTURES = process.env.PICTURES;
const WINDOWS = [
  [390, 844],
  [1_200, 800],
] as const;
const GERMAN = { context: { locale: "de-DE" } };
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "Nachricht", exact: true });

describe.skipIf(!hasBrowser)("the page in German", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "a.txt": "one\n" }, args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  /** No English of the catalogue, nothing that a screen reader stumbles on, and longer words that still fit a phone. */
  async function isGerman(page: Page, state: string): Promise<void> {
    expect(await englishOn(page), state).toEqual([]);
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      expect(await violations(page), `${state}, ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(width);
      expect(await isModeCut(page), `the mode, ${state}, ${width}`).toBe(false);
      if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${state}-${width}.png`) });
    }
  }

  it("asks, answers, shows changes and the timeline, finds and deletes", async () => {
    const page = await app.open(GERMAN);
    await page.getByRole("heading", { name: "Was möchten Sie tun?" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await isGerman(page, "an empty page");

    await field(page).fill("Schreibe b.txt");
    await button(page, "Senden").click();
    const call = { id: "w", name: "write", arguments: { file_path: "b.txt", content: "zwei\n" } };
    (await app.model.asked("Schreibe b.txt")).callAll(call);
    const question = page.getByRole("region", { name: "write ausführen?" });
    await question.getByText("Reicht an die genannten Dateien und lässt sich rückgängig machen.").waitFor();
    await isGerman(page, "a question");
    await question.getByRole("button", { name: "Einmal erlauben" }).click();
    (await app.model.asked("Schreibe b.txt")).say("Geschrieben.");
    await page.getByText("Geschrieben.").waitFor();
    await button(page, "Anhalten").waitFor({ state: "detached" });
    await page
      .getByRole("group", { name: "1 Datei geändert" })
      .getByRole("button", { name: "Änderungen zeigen" })
      .click();
    await page.getByRole("complementary", { name: "Änderungen dieses Laufs" }).getByText("+1 −0").first().waitFor();
    await isGerman(page, "its changes");
    await page.getByRole("tab", { name: "Zeitachse" }).click();
    await page.locator(".timeline-row").getByText("Frage").waitFor();
    await isGerman(page, "its timeline");
    await page.getByRole("complementary").getByRole("button", { name: "Schließen" }).click();

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Unterhaltungen, Aktionen, Modelle" }).fill("archivieren");
    await page.getByRole("option", { name: "Diese Unterhaltung archivieren" }).waitFor();
    await isGerman(page, "the palette");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Unterhaltungen durchsuchen" }).fill("schreibe");
    await page.getByText("1 Unterhaltung", { exact: true }).waitFor();
    const found = page.getByRole("region", { name: "Gefundene Unterhaltungen" }).getByRole("listitem");
    await found.hover();
    await found.getByRole("button", { name: "Aktionen für Schreibe b.txt" }).click();
    await page.getByRole("menuitem", { name: "Löschen" }).click();
    await isGerman(page, "a conversation that is to be deleted");
    await page.getByRole("dialog").getByRole("button", { name: "Löschen" }).click();
    await page.getByRole("heading", { name: "Was möchten Sie tun?" }).waitFor();
  });

  it("is chosen in the settings, kept, and given up there", async () => {
    const page = await app.open();
    await page.getByRole("heading", { name: "What would you like to do?" }).waitFor();
    expect(await loadsGerman(page)).toBe(false);
    await button(page, "Settings").click();
    await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
    await field(page).waitFor();
    await page.reload();
    await field(page).waitFor();
    expect(await loadsGerman(page)).toBe(true);
    await button(page, "Einstellungen").click();
    await isGerman(page, "the settings");
    for (const name of ["Modelle", "MCP-Server", "Anweisungen", "Budget", "Verlauf"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      await page.getByRole("tabpanel", { name, exact: true }).locator("p, h3").first().waitFor();
      await isGerman(page, name);
    }
    await page.getByRole("tab", { name: "Allgemein" }).click();
    await page.getByRole("combobox", { name: "Sprache" }).selectOption("Wie der Browser");
    await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  });

  it("shows its first words in German, and all in English where the German ones do not come", async () => {
    const page = await app.open({ ...GERMAN, expectedErrors: /german-/ });
    await field(page).waitFor();
    await page.route("**/assets/german-*.js", (route) => route.abort());
    await page.route("**/assets/first-*.js", async (route) => {
      expect(await page.locator(".first-paint-main").innerText()).toBe("Wird geöffnet…");
      await route.continue();
    });
    await page.reload();
    await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  });
});

/** Whether the head of a conversation has no room for its mode, which tells what happens unasked. */
function isModeCut(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [head, mode] = [document.querySelector(".thread-head"), document.querySelector(".mode-pill")];
    if (head === null || mode === null) return false;
    return mode.getBoundingClientRect().right > head.getBoundingClientRect().right;
  });
}

function loadsGerman(page: Page): Promise<boolean> {
  return page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => /\/german-/.test(name)));
}
