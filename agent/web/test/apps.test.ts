import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import { join } from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { allowOnce, atRest, card, composer, conversation, question, say, see } from "./support/talk.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const SERVER = join(import.meta.dirname, "../../../runtime/mcp/test/support/app-server.mjs");

/** What the hostile app reaches outside, on this machine: every request and every packet is one too many. */
async function startOutside() {
  const reached: string[] = [];
  const server = createServer(({ url }, response) => {
    reached.push(String(url));
    response.setHeader("access-control-allow-origin", "*");
    response.end("x");
  });
  const stun = createSocket("udp4").on("message", () => reached.push("stun"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => stun.bind(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const close = () => {
    server.close();
    stun.close();
  };
  return { reached, url: `http://127.0.0.1:${port}`, stun: `127.0.0.1:${stun.address().port}`, close };
}

describe.skipIf(!hasBrowser)("an app of an MCP server", () => {
  let app: WebApp;
  let asked = 0;
  let outside: Awaited<ReturnType<typeof startOutside>>;
  beforeAll(async () => {
    outside = await startOutside();
    const env = { OUTSIDE: outside.url, STUN: outside.stun };
    const counter = { command: process.execPath, args: [SERVER], env };
    const settings = temporaryFolder({ "servers.json": JSON.stringify({ mcpServers: { counter } }) });
    app = await startWebApp({ args: ["--sandbox", "off", "--mcp", join(settings, "servers.json")] });
  });
  afterAll(async () => {
    await app.close();
    outside.close();
  });

  const view = (page: Page): Locator => conversation(page).getByRole("region", { name: "App of counter" });
  const inside = (page: Page): FrameLocator =>
    view(page).frameLocator("iframe[title='App of counter']").frameLocator("iframe");

  /** The page, with the app of a call that a person has allowed. */
  async function shown(tool: string, args: Readonly<Record<string, unknown>> = {}, options = {}): Promise<Page> {
    const page = await app.open(options);
    asked += 1;
    const words = `use ${tool}, time ${asked}`;
    await say(page, words);
    const turn = await app.model.asked(words);
    turn.callAll({ id: `c-${tool}`, name: `counter__${tool}`, arguments: args });
    await allowOnce(question(page, `counter__${tool}`));
    (await app.model.asked(words)).say("There it is.");
    await see(page, "There it is.");
    await atRest(page);
    return page;
  }

  const allow = async (page: Page, tool: string) => {
    await allowOnce(question(page, tool));
  };

  it("shows the result, in the colours of the page, and calls tools when a person allows it", async () => {
    // The call that is refused to the app is refused with 400.
    const page = await shown("show", { start: 1 }, { expectedErrors: /400 .*app-calls/ });
    await inside(page).getByText("count 0 for the app").waitFor();
    const body = inside(page).locator("body");
    expect(await body.getAttribute("data-input")).toBe('{"start":1}');
    expect(await body.getAttribute("data-theme")).toBe("light");
    const colour = () => body.evaluate((element) => getComputedStyle(element).color);
    expect(await colour()).toBe("rgb(26, 30, 32)");
    expect(await violations(page), "with an app").toEqual([]);
    await inside(page).getByRole("button", { name: "Add two" }).click();
    expect(await violations(page), "with the question of an app").toEqual([]);
    await allow(page, "counter__increase");
    await inside(page).getByText("count 2 for the app").waitFor();
    await inside(page).getByRole("button", { name: "Add two" }).click();
    await question(page, "counter__increase").getByRole("button", { name: "Refuse and stop" }).click();
    await inside(page)
      .getByText(/^failed: /)
      .waitFor();
    await inside(page).getByRole("button", { name: "Wipe" }).click();
    await inside(page).getByText('error: The MCP server "counter" keeps from apps the tool "wipe".').waitFor();
    await inside(page).getByRole("button", { name: "Read" }).click();
    await inside(page).getByText("count 2", { exact: true }).waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => body.getAttribute("data-theme")).toBe("dark");
    await expect.poll(colour).toBe("rgb(231, 234, 236)");
  });

  it("asks no more about a tool of its own that a person has allowed for always", async () => {
    const page = await shown("show");
    const add = inside(page).getByRole("button", { name: "Add two" });
    const count = inside(page).getByText(/^count \d+ for the app$/);
    const before = Number((await count.innerText()).split(" ")[1]);
    await add.click();
    const asked = question(page, "counter__increase");
    await asked.getByRole("button", { name: "Always allow" }).click();
    await asked.getByRole("button", { name: "Save and allow" }).click();
    await inside(page)
      .getByText(`count ${before + 2} for the app`)
      .waitFor();
    await add.click();
    await inside(page)
      .getByText(`count ${before + 4} for the app`)
      .waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Take back Mcp(counter/increase)" }).click();
    await page.getByRole("dialog").getByText("No saved rules.").waitFor();
  });

  it("says nothing by itself, and opens nothing unasked", async () => {
    const page = await shown("show");
    await inside(page).getByRole("button", { name: "Ask" }).click();
    await expect.poll(() => composer(page).inputValue()).toBe("What is the count?");
    await inside(page).getByRole("button", { name: "Tell" }).click();
    await inside(page).getByText("told").waitFor();
    await page.getByText("App of counter", { exact: true }).last().waitFor();
    expect(app.model.waiting("What is the count?")).toBe(0);
    await composer(page).press("Enter");
    const turn = await app.model.asked("What is the count?");
    expect(turn.said).toContain("data of an app of the MCP server");
    expect(turn.said).toContain("The person looks at 2.");
    turn.say("Two.");
    await see(page, "Two.");
    await inside(page).getByRole("button", { name: "Help" }).click();
    await page.getByText("https://example.com/help").waitFor();
    await page.getByRole("button", { name: "Do not open" }).click();
    await inside(page)
      .getByText(/not opened|did not open/)
      .waitFor();
    await inside(page).getByRole("button", { name: "Grow" }).click();
    const frame = view(page).locator("iframe[title='App of counter']");
    await expect.poll(async () => (await frame.boundingBox())?.height).toBe(600);
    await view(page).getByRole("button", { name: "Close" }).click();
    await view(page).waitFor({ state: "detached" });
    await conversation(page).getByRole("button", { name: "Show its app" }).waitFor();
  });

  it("does not run in a thread that is opened again, until a person says so", async () => {
    const page = await shown("show");
    await page.reload();
    await conversation(page).getByRole("button", { name: "Show its app" }).click();
    await inside(page)
      .getByText(/^count \d+ for the app/)
      .waitFor();
  });

  it("shows where it reaches, and runs once a person has seen it", async () => {
    const page = await shown("outside");
    await view(page)
      .getByText("reaches https://api.example.com, wss://api.example.com, https://*.example.com")
      .waitFor();
    expect(await view(page).locator("iframe").count()).toBe(0);
    expect(await violations(page), "with an app that reaches out").toEqual([]);
    await view(page).getByRole("button", { name: "Run it" }).click();
    await inside(page).getByText("Outside.").waitFor();
  });

  it("says why it cannot be shown", async () => {
    const page = await shown("broken", {}, { expectedErrors: /502/ });
    await conversation(page)
      .getByText(/The app cannot be shown: .*text\/html;profile=mcp-app/)
      .waitFor();
    await card(page, "counter__broken").waitFor();
  });

  it("reaches nothing, however hostile it is, and the page goes on", async () => {
    const page = await shown("attack", {}, { expectedErrors: /./ });
    const body = inside(page).locator("body");
    await expect.poll(() => body.getAttribute("data-found")).not.toBeNull();
    const found: Record<string, string> = JSON.parse((await body.getAttribute("data-found")) ?? "{}");
    expect(Object.entries(found).filter(([, outcome]) => outcome !== "no" && outcome !== "true")).toEqual([]);
    expect(Object.keys(found).length).toBeGreaterThan(27);
    // The composer holds one message of it, which nobody has sent.
    await expect.poll(() => composer(page).inputValue()).toBe("Send this.");
    expect(app.model.waiting("Send this")).toBe(0);
    await composer(page).fill("");
    expect(new URL(page.url()).pathname).toBe("/");
    const frame = view(page).locator("iframe[title='App of counter']");
    expect((await frame.boundingBox())?.height).toBeLessThanOrEqual(600);
    // One call of it waits; the others wait behind it or were refused.
    expect(await question(page, "counter__increase").count()).toBeLessThanOrEqual(1);
    const left = () => page.frames().some((one) => one.url().startsWith("chrome-error:"));
    await expect.poll(left).toBe(true);
    expect(outside.reached).toEqual([]);
    await say(page, "go on");
    (await app.model.asked("go on")).say("I go on.");
    await see(page, "I go on.");
  });

  it("does not take the focus from what a person writes, and has it where they have pressed", async () => {
    const page = await shown("thief");
    const field = inside(page).getByRole("textbox", { name: "Taken" });
    await composer(page).click();
    await field.click();
    await page.waitForTimeout(1_000);
    await page.keyboard.type("for the app");
    expect(await field.inputValue()).toBe("for the app");
    await composer(page).focus();
    await page.keyboard.press("Shift+Tab");
    await field.evaluate((element) => element.focus());
    await page.waitForTimeout(1_000);
    await page.keyboard.type(", too");
    expect(await field.inputValue()).toBe("for the app, too");
    await inside(page).getByRole("button", { name: "Take" }).click();
    await composer(page).click();
    await conversation(page).getByText("The app was ended: it took the focus while you were writing.").waitFor();
    expect(await violations(page), "with an app that was ended").toEqual([]);
    await page.keyboard.type("for nobody else");
    expect(await composer(page).inputValue()).toBe("for nobody else");
    await conversation(page).getByRole("button", { name: "Show its app" }).waitFor();
  });

  it("moves no question, whoever asked it: its size, its links and its calls wait", async () => {
    const page = await shown("show");
    const frame = view(page).locator("iframe[title='App of counter']");
    const height = async () => (await frame.boundingBox())?.height;
    await say(page, "now wipe");
    (await app.model.asked("now wipe")).callAll({ id: "c-wipe", name: "counter__wipe", arguments: {} });
    await question(page, "counter__wipe").waitFor();
    const before = await height();
    await inside(page).getByRole("button", { name: "Grow" }).click();
    await inside(page).getByRole("button", { name: "Help" }).click();
    await inside(page).getByText("error: A question waits for an answer.").waitFor();
    await inside(page).getByRole("button", { name: "Add two" }).click();
    await page.waitForTimeout(1_000);
    expect(await height()).toBe(before);
    expect(await question(page, "counter__increase").count()).toBe(0);
    await question(page, "counter__wipe").getByRole("button", { name: "Refuse and stop" }).click();
    await card(page, "counter__increase").scrollIntoViewIfNeeded();
    await question(page, "counter__increase").getByRole("button", { name: "Refuse and stop" }).click();
    await expect.poll(height).toBe(600);
  });

  it("asks no more for a call whose server is gone, and tells the app", async () => {
    const page = await shown("show", {}, { expectedErrors: /./ });
    await inside(page).getByRole("button", { name: "Add two" }).click();
    await question(page, "counter__increase").waitFor();
    await app.killServer();
    await inside(page).getByText("error: The call did not come to an end.").waitFor();
    await question(page, "counter__increase").waitFor({ state: "detached" });
    await app.startAgain();
    await expect.poll(async () => (await (await app.send("/api/approvals")).json()).approvals).toEqual([]);
    await inside(page).getByRole("button", { name: "Add two" }).click();
    await allow(page, "counter__increase");
    await inside(page).getByText("count 2 for the app").waitFor();
  });
});
