import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browser, hasBrowser, startBrowser } from "./support/browser.ts";
import { askingTool, startTestServer, TOKEN } from "./support/test-server.ts";

describe.skipIf(!hasBrowser)("the page", { timeout: 60_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  const see = (pattern: RegExp) =>
    expect.poll(() => browser.tab.evaluate("document.body.innerText"), { timeout: 15_000 }).toMatch(pattern);
  const press = (label: string) =>
    browser.tab.evaluate(
      `[...document.querySelectorAll("button")].find((button) => button.textContent === ${JSON.stringify(label)}).click()`,
    );

  /** What is seen afterwards is seen on the new page: the old one stays for a moment. */
  const reload = async () => {
    await browser.tab.evaluate("window.isOld = true; location.reload()");
    await expect.poll(() => browser.tab.evaluate("window.isOld === undefined"), { timeout: 15_000 }).toBe(true);
  };

  it("chats, shows a call live, asks, and finds the conversation again", async () => {
    const ran: string[] = [];
    const steps = [
      { text: "I deploy.", toolCalls: [{ id: "a", name: "deploy", arguments: { to: "staging" } }] },
      { text: "It is <b>there</b>." },
    ];
    const server = await startTestServer({ steps, tools: [askingTool(ran)], agent: { notice: "This is a test." } });
    const { tab } = browser;
    await tab.open(`${server.url}/?token=${TOKEN}`);
    await see(/Model: script:test\. This is a test\./);
    expect(await tab.evaluate("location.search")).toBe("");
    await tab.evaluate('document.getElementById("message").value = "deploy it"');
    await press("Send");
    await see(/I deploy\.[\s\S]*Run deploy\?/);
    expect(await tab.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await reload();
    await see(/deploy it[\s\S]*I deploy\.[\s\S]*Run deploy\?/);
    expect(ran).toEqual([]);
    await press("Allow once");
    await see(/deployed to staging|It is <b>there<\/b>\./);
    expect(ran).toEqual(["staging"]);
    await see(/It is <b>there<\/b>\./);
    await reload();
    await see(/deploy it[\s\S]*I deploy\.[\s\S]*It is <b>there<\/b>\./);
  });

  it("is closed without the token, and asks for nothing of another host", async () => {
    const server = await startTestServer();
    await browser.tab.open(`${server.url}/`);
    await see(/needs the token/);
    const page = await (await server.send("/")).text();
    const script = await (await server.send("/page.js")).text();
    expect(page + script).not.toMatch(/https?:\/\//);
  });
});
