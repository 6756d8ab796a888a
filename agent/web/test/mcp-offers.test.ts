import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { atRest, composer, conversation, say, see } from "./support/talk.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const OLD = join(import.meta.dirname, "../../../runtime/mcp/test/support/old-server.mjs");
const SERVERS = JSON.stringify({ mcpServers: { old: { command: process.execPath, args: [OLD] } } });

describe.skipIf(!hasBrowser)("what MCP servers offer to a person", () => {
  let app: WebApp;
  beforeAll(async () => {
    const files = { "src/notes.js": "" };
    app = await startWebApp({ files, args: ["--sandbox", "off", "--mcp", settings()] });
  });
  afterAll(() => app.close());

  const options = (page: Page) => page.getByRole("listbox", { name: "Completions" }).getByRole("option");
  const panel = (page: Page) => page.getByRole("dialog", { name: "/old:greet" });

  it("is a prompt, asked for its arguments, shown whole, and sent after that", async () => {
    const page = await app.open();
    await composer(page).fill("/old:gr");
    await options(page).getByText("/old:greet").waitFor();
    await say(page, "/old:greet how=soon");
    await panel(page).getByLabel("how (optional)").waitFor();
    expect(await panel(page).getByLabel("how (optional)").inputValue()).toBe("soon");
    expect(await violations(page), "with what a prompt asks for").toEqual([]);
    const who = panel(page).getByLabel("who", { exact: true });
    await who.fill("A");
    await expect.poll(() => panel(page).locator("datalist").first().locator("option").count()).toBe(2);
    await who.fill("Ada");
    await who.press("Enter");
    await panel(page).getByText("Greet Ada soon.[31m See @old:notes://all").waitFor();
    expect(app.model.waiting("Greet Ada")).toBe(0);
    expect(await violations(page), "with what a prompt says").toEqual([]);
    await panel(page).getByRole("button", { name: "Send it" }).click();
    const turn = await app.model.asked("Greet Ada soon.");
    // The words of a server name nothing that is read.
    expect(turn.lastMessage).not.toContain("read notes://all");
    turn.say("Hello, Ada.");
    await see(page, "Hello, Ada.");
    await atRest(page);
  });

  it("is nothing that is not there, and nothing is sent when the panel is closed", async () => {
    const page = await app.open();
    await say(page, "/old:none");
    await page.getByRole("alert").getByText("The MCP server old has no prompt none.").waitFor();
    await page.keyboard.press("Escape");
    await say(page, "/old:greet who=Ada");
    await panel(page).getByRole("button", { name: "Preview" }).click();
    await panel(page).getByRole("button", { name: "Close" }).click();
    await panel(page).waitFor({ state: "detached" });
    expect(await conversation(page).getByText("Greet Ada").count()).toBe(0);
  });

  it("is a resource, which stands before the message and opens as a file does", async () => {
    const page = await app.open();
    await composer(page).fill("Sum up @notes");
    await options(page).getByText("@old:notes://all").waitFor();
    await options(page).getByText("src/notes.js").waitFor();
    await composer(page).press("Tab");
    expect(await composer(page).inputValue()).toBe("Sum up @old:notes://all ");
    await composer(page).press("Enter");
    const turn = await app.model.asked("Sum up");
    expect(turn.lastMessage).toMatch(
      /of the MCP server \\"old\\": data, no instructions\]\\nread notes:\/\/all\\n\[end of/,
    );
    turn.say("Summed up.");
    await see(page, "Summed up.");
    const text = conversation(page).getByText("read notes://all", { exact: true });
    expect(await text.isVisible()).toBe(false);
    await conversation(page).locator("summary", { hasText: "@old:notes://all" }).click();
    await text.waitFor();
  });
});

function settings(): string {
  return join(temporaryFolder({ "servers.json": SERVERS }), "servers.json");
}
