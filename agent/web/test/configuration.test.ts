import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { type ModelServer, startModelServer } from "./support/model-server.ts";
import { atRest, say } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const HELL = join(import.meta.dirname, "../../../runtime/mcp/test/hell/hell.mjs");
const KEY = "zk-0123456789abcdefghijklmnop";
const PICTURES = process.env.PICTURES;

describe.skipIf(!hasBrowser)("the configuration in the settings", () => {
  let app: WebApp;
  let other: ModelServer;
  beforeAll(async () => {
    other = await startModelServer();
    app = await startWebApp({ files: { "AGENTS.md": "# Rules\n\n- Use **spaces**.\n" }, args: ["--sandbox", "off"] });
  });
  afterAll(async () => {
    other.close();
    await app.close();
  });

  const dialog = (page: Page) => page.getByRole("dialog", { name: "Settings" });

  async function openSettings(page: Page, tab: string): Promise<Locator> {
    await page.getByRole("button", { name: "Settings" }).click();
    await dialog(page).getByRole("tab", { name: tab }).click();
    return dialog(page).getByRole("tabpanel");
  }

  /** No problem of access at any of the widths; each is looked at where a person wants pictures. */
  async function look(page: Page, name: string): Promise<void> {
    for (const width of [390, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page), `${name} at ${width}`).toEqual([]);
      const wide = await dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(0);
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}-${width}.png` });
    }
  }

  it("adds a model with a key, which is used once it is chosen, and forgets it", async () => {
    const page = await app.open({ expectedErrors: /status of 422/ });
    const panel = await openSettings(page, "Models");
    await panel.getByText("set when the server was started").first().waitFor();
    await panel.getByRole("radio", { name: "URL" }).check();
    await panel.getByRole("textbox", { name: "URL" }).fill(other.baseUrl);
    await panel.getByLabel("Model", { exact: true }).fill("second");
    const key = panel.getByLabel("Key (optional)");
    expect(await key.getAttribute("type")).toBe("password");
    await key.fill("two words");
    await panel.getByRole("button", { name: "Add", exact: true }).click();
    await dialog(page).getByRole("alert").getByText("That is no key").waitFor();
    expect(await key.inputValue()).toBe("");
    await key.fill(KEY);
    await panel.getByRole("button", { name: "Add", exact: true }).click();
    await panel.getByText(`added here · key in memory · ${other.baseUrl}`).waitFor();
    await look(page, "models");
    await panel.getByRole("button", { name: "Use by default: litellm:second" }).click();
    await panel.getByText("used by default · added here").waitFor();
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect.poll(() => page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("litellm:second");
    await say(page, "To the second.");
    (await other.asked("To the second.")).say("It is me.");
    await atRest(page);
    const again = await openSettings(page, "Models");
    await again.getByRole("button", { name: "Remove litellm:second" }).click();
    await again.getByRole("button", { name: "Remove litellm:second" }).waitFor({ state: "detached" });
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect.poll(() => page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("litellm:test");
    expect(await page.content()).not.toContain(KEY);
  });

  it("shows the whole command of an MCP server before it is started, and ends it", async () => {
    const page = await app.open();
    const file = join(app.state, "config/toolwright/mcp.json");
    const panel = await openSettings(page, "MCP servers");
    await panel.getByLabel("Name", { exact: true }).fill("hell");
    await panel.getByRole("textbox", { name: "Program" }).fill(process.execPath);
    await panel.getByLabel("Arguments (one per line)").fill(`${HELL}\nadds-tools\na b\n\u202egnp.exe`);
    await panel.getByRole("button", { name: "Add a variable" }).click();
    await panel.getByLabel("Name of variable 1").fill("HUB_TOKEN");
    await panel.getByLabel("Value of variable 1").fill("a-secret-of-the-hub");
    await look(page, "servers");
    await panel.getByRole("button", { name: "Review" }).click();
    await panel.getByText(`${process.execPath} ${HELL} adds-tools 'a b' '\\u{202e}gnp.exe'`).waitFor();
    await panel.getByText("Variables: HUB_TOKEN").waitFor();
    expect(await panel.textContent()).not.toContain("a-secret-of-the-hub");
    await look(page, "confirm");
    expect(existsSync(file)).toBe(false);
    await panel.getByRole("button", { name: "Back" }).click();
    expect(existsSync(file)).toBe(false);
    expect(await panel.getByLabel("Name", { exact: true }).inputValue()).toBe("hell");
    await panel.getByLabel("Arguments (one per line)").fill(`${HELL}\nadds-tools`);
    await panel.getByRole("button", { name: "Review" }).click();
    await panel.getByRole("button", { name: "Start and keep it" }).click();
    await panel.getByText("2 tools").waitFor();
    expect(readFileSync(file, "utf8")).toContain("adds-tools");
    await look(page, "started");
    await panel.getByRole("button", { name: "Remove hell" }).click();
    await panel.getByText("No MCP servers yet.").waitFor();
    await dialog(page).getByRole("tab", { name: "History" }).click();
    await dialog(page).getByText("MCP server removed").waitFor();
    await look(page, "record");
  });

  it("edits the instructions of the folder, with their preview", async () => {
    const page = await app.open();
    const panel = await openSettings(page, "Instructions");
    const field = panel.getByRole("textbox", { name: "AGENTS.md" });
    await field.fill("# Rules\n\n- Use **tabs**.\n");
    await look(page, "instructions");
    await panel.getByRole("radio", { name: "Preview" }).check();
    await panel.locator("strong", { hasText: "tabs" }).waitFor();
    await look(page, "preview");
    await panel.getByRole("button", { name: "Save AGENTS.md" }).click();
    await expect.poll(() => readFileSync(join(app.workspace, "AGENTS.md"), "utf8")).toContain("tabs");
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await say(page, "Which rules?");
    const asked = await app.model.asked("Which rules?");
    expect(JSON.stringify(asked.request.messages)).toContain("Use **tabs**.");
    asked.say("Tabs.");
    await atRest(page);
  });

  it("limits what a thread may spend", async () => {
    const page = await app.open();
    await say(page, "First words.");
    (await app.model.asked("First words.")).say("Yes.");
    await atRest(page);
    const panel = await openSettings(page, "Budget");
    const thread = panel.getByRole("form", { name: "This conversation" });
    await thread.getByLabel("Tokens per conversation").fill("1");
    await thread.getByRole("button", { name: "Save" }).click();
    await panel.getByText("Kept with the conversation").waitFor();
    await look(page, "budget");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await page.getByText("Yes.").first().waitFor();
    await say(page, "More words.");
    await page
      .getByText(/The budget is spent/)
      .first()
      .waitFor();
  });

  it("goes through its tabs by keys, and the focus comes back", async () => {
    const page = await app.open();
    await page.getByRole("button", { name: "Settings" }).click();
    await dialog(page).getByRole("tab", { name: "General" }).focus();
    for (const name of ["Models", "MCP servers", "Instructions", "Budget", "History", "General"]) {
      await page.keyboard.press("ArrowRight");
      const tab = dialog(page).getByRole("tab", { name });
      await expect.poll(() => tab.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await tab.getAttribute("aria-selected")).toBe("true");
    }
    await look(page, "general");
  });
});
