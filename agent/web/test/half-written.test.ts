import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { card, say } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** What Chromium says of connections that break off. */
const CUT = /net::ERR_|Failed to load resource|ERR_CONNECTION/;
const WRITTEN = "Not this one, but the";

interface Waiting {
  readonly approvalId: string;
  readonly arguments: { readonly command: string };
  readonly preview?: string;
}

describe.skipIf(!hasBrowser)("an answer that is half written", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off", "--code-mode"] });
  });
  afterAll(() => app.close());

  async function open(said: string): Promise<Page> {
    const page = await app.open({ context: { viewport: { width: 1_200, height: 1_400 } }, expectedErrors: CUT });
    await say(page, said);
    return page;
  }

  const asked = (page: Page, command: string) => page.getByRole("region", { name: `Run bash? ${command}` });

  async function begin(page: Page, command: string, way: string): Promise<Locator> {
    await asked(page, command).getByRole("button", { name: way }).click();
    const field = asked(page, command).getByRole("textbox");
    await field.fill(WRITTEN);
    return field;
  }

  /** The same field: it has what was written, and the focus. */
  async function isThere(field: Locator): Promise<void> {
    expect(await field.inputValue()).toBe(WRITTEN);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  }

  async function allowElsewhere(command: string): Promise<void> {
    const { approvals }: { approvals: readonly Waiting[] } = await (await app.send("/api/approvals")).json();
    const { approvalId, preview } = approvals.find((one) => one.arguments.command === command) ?? {};
    expect((await app.send(`/api/approvals/${approvalId}`, { approve: true, preview })).status).toBe(200);
  }

  it("stays while a call before it in its program goes on", async () => {
    const page = await open("In a program");
    const code = 'await Promise.all(["touch a", "touch b"].map((command) => attempt(tools.bash({ command }))));';
    (await app.model.asked("In a program")).callAll({ id: "program", name: "run_code", arguments: { code } });
    const row = (name: RegExp) => card(page, "run_code").getByRole("button", { name });
    await row(/^2 ?bash/).click();
    const note = await begin(page, "touch b", "Refuse with a note");
    await allowElsewhere("touch a");
    await row(/^1 ?bash.*ok/).waitFor();
    await isThere(note);
  });

  it("stays while another call of its step goes on, over a lost connection and the end of the server", async () => {
    const page = await open("In a step");
    const calls = ["touch c", "touch d"].map((command) => ({ id: command, name: "bash", arguments: { command } }));
    (await app.model.asked("In a step")).callAll(...calls);
    const command = await begin(page, "touch d", "Edit arguments");
    await allowElsewhere("touch c");
    await page.locator('[data-call="touch c"][data-state="done"]').waitFor();
    await isThere(command);
    const lost = page.getByText("Trying to reach it");
    app.line.cut();
    await lost.waitFor();
    app.line.mend();
    await lost.waitFor({ state: "detached" });
    await isThere(command);
    await app.killServer();
    await lost.waitFor();
    await app.startAgain();
    await lost.waitFor({ state: "detached" });
    await isThere(command);
  });

  it("is there again when its reader comes back from another conversation, and gone once it was taken back", async () => {
    const page = await open("Left alone");
    (await app.model.asked("Left alone")).callAll({ id: "touch e", name: "bash", arguments: { command: "touch e" } });
    const left = new URL(page.url()).hash;
    for (const way of ["Refuse with a note", "Edit arguments"]) {
      await begin(page, "touch e", way);
      await page.evaluate(() => window.location.assign("#"));
      await asked(page, "touch e").waitFor({ state: "detached" });
      await page.evaluate((hash) => window.location.assign(hash), left);
      const field = asked(page, "touch e").getByRole("textbox");
      await field.waitFor();
      expect(await field.inputValue()).toBe(WRITTEN);
      await asked(page, "touch e").getByRole("button", { name: "Back" }).click();
    }
    await asked(page, "touch e").getByRole("button", { name: "Edit arguments" }).click();
    expect(await asked(page, "touch e").getByRole("textbox").inputValue()).toBe("touch e");
  });
});
