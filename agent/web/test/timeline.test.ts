import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, card, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("the timeline in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "a.txt": "one\n" }, args: ["--yes", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  const timeline = (page: Page) => page.getByRole("complementary", { name: "Timeline" });
  const rows = (page: Page, kind: string) => timeline(page).locator(`.timeline-row[data-kind="${kind}"]`);

  /** Two calls that are folded into one line, an answer, and the timeline of both. */
  async function talk(said: string): Promise<Page> {
    const page = await app.open();
    await say(page, said);
    (await app.model.asked(said)).callAll(
      { id: `${said}-r`, name: "read", arguments: { file_paths: ["a.txt"] } },
      { id: `${said}-b`, name: "bash", arguments: { command: "sleep 0.3; echo slept" } },
    );
    (await app.model.asked(said)).say(`The end of: ${said}`);
    await see(page, `The end of: ${said}`);
    await atRest(page);
    await page.getByRole("button", { name: "Timeline" }).click();
    await rows(page, "tools").nth(1).waitFor();
    return page;
  }

  it("has its bars show the time of one row, and then all of it again", async () => {
    const page = await talk("Zoom");
    const bash = rows(page, "tools").filter({ hasText: "bash" });
    const share = async () => {
      const [bar, track] = await Promise.all(
        [".timeline-bar", ".timeline-track"].map((part) => bash.locator(part).boundingBox()),
      );
      return (bar?.width ?? 0) / (track?.width ?? 1);
    };
    expect(await share()).toBeLessThan(0.95);
    const later = rows(page, "model").last();
    await later.locator(".timeline-bar").waitFor();
    await bash.click();
    await timeline(page).getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(share).toBeGreaterThan(0.99);
    expect(await later.locator(".timeline-bar").count(), "what lies outside of it").toBe(0);
    await timeline(page).getByRole("button", { name: "Show all of it" }).click();
    await expect.poll(share).toBeLessThan(0.95);
    expect(await later.locator(".timeline-bar").count()).toBe(1);
  });

  it("says of a model call when its first token came", async () => {
    const page = await talk("Tell the time");
    await expect.poll(() => rows(page, "model").last().innerText()).toMatch(/Model first token [\d.]+ m?s · stop/);
  });

  it("shows each retry of a model call, when and why, also when it is opened again", async () => {
    const page = await app.open();
    const said = "Answer at the third try";
    await say(page, said);
    (await app.model.asked(said)).refuse(429, "Too many people ask.", 1);
    (await app.model.asked(said)).refuse(500, "Something broke.");
    (await app.model.asked(said)).say("The third try.");
    await see(page, "The third try.");
    await atRest(page);
    const look = async () => {
      await page.getByRole("button", { name: "Timeline" }).click();
      const retries = rows(page, "problems").filter({ hasText: "Retry" });
      await retries.nth(1).waitFor();
      expect(await rows(page, "model").count()).toBe(1);
      await retries.first().click();
      const data = timeline(page).getByRole("region", { name: "Data of Retry" });
      await data.getByText("Too many people ask.").waitFor();
      const facts = await data.locator("p").first().innerText();
      return { rows: await retries.allInnerTexts(), facts };
    };
    const first = await look();
    expect(first.facts).toBe("1 s");
    expect(first.rows).toHaveLength(2);
    expect(first.rows[0]).toMatch(/Retry in 1 s · http: .*429.*Too many people ask\./);
    expect(first.rows[1]).toMatch(/Retry in [\d.]+ (?:ms|s) · http: .*500.*Something broke\./);
    await page.reload();
    await see(page, "The third try.");
    expect(await look()).toEqual(first);
  });

  it("shows what the model was sent at a step", async () => {
    const page = await talk("Tell what was sent");
    await rows(page, "model").last().click();
    const sent = timeline(page).getByRole("region", { name: "Sent to the model" });
    await sent.getByRole("heading", { name: /^Sent: [1-9]\d* messages$/ }).waitFor();
    expect(await sent.locator("summary b").allInnerTexts()).toEqual(expect.arrayContaining(["user", "tool"]));
    const last = sent.locator("details[open] pre");
    await expect.poll(() => last.allInnerTexts()).toEqual([expect.stringContaining("slept")]);
    await sent.locator("summary", { hasText: "Tell what was sent" }).click();
    await sent.locator("details[open] pre", { hasText: "Tell what was sent" }).waitFor();
  });

  it("leads from a row to its card, also out of a line that is closed, and from a card to its row", async () => {
    const page = await talk("Link them");
    expect(await card(page, "bash").count()).toBe(0);
    await rows(page, "tools").filter({ hasText: "bash" }).click();
    await timeline(page).getByRole("button", { name: "Show its card" }).click();
    await expect.poll(() => card(page, "bash").evaluate((box) => box.contains(document.activeElement))).toBe(true);
    const read = rows(page, "tools").filter({ hasText: "read" });
    expect(await read.getAttribute("aria-expanded")).toBe("false");
    await card(page, "read").getByRole("button").first().click();
    await expect.poll(() => read.getAttribute("aria-expanded")).toBe("true");
    await timeline(page)
      .getByRole("region", { name: /^Data of/ })
      .getByText("a.txt")
      .first()
      .waitFor();
  });
});
