import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { openTab } from "./support/open-page.ts";
import { allowOnce, atRest, card, composer, conversation, question, say, see, stands } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** What Chromium says of connections that break off. */
const CUT = /net::ERR_|Failed to load resource|ERR_CONNECTION/;

describe.skipIf(!hasBrowser)("a page that loses its server", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off"] });
  });
  afterEach(() => app.line.mend());
  afterAll(() => app.close());

  async function once(page: Page, text: string) {
    expect(await conversation(page).getByText(text, { exact: true }).count(), text).toBe(1);
  }

  async function attach(page: Page, name: string) {
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    const buffer = Buffer.from("the words of a file");
    await (await choosing).setFiles({ name, mimeType: "text/plain", buffer });
    await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  }

  it("reload in mid-turn: the turn goes on, and nothing is lost or doubled", async () => {
    const page = await app.open();
    await say(page, "Tell me a story");
    (await app.model.asked("Tell me a story")).callAll({ id: "ls", name: "ls", arguments: {} });
    const turn = await app.model.asked("Tell me a story");
    turn.text("Once upon a time, ");
    await see(page, "Once upon a time,");
    await page.reload();
    await see(page, "Once upon a time,");
    turn.say("and so on.");
    await see(page, "Once upon a time, and so on.");
    await atRest(page);
    await once(page, "Tell me a story");
    await once(page, "Once upon a time, and so on.");
    expect(
      await conversation(page)
        .getByRole("region", { name: /^Tool ls/ })
        .count(),
    ).toBe(1);
  });

  it("reload in the instant after sending: the thread is in the address, and its run is shown", async () => {
    const page = await app.open({ expectedErrors: /404/ });
    const sending = page.waitForRequest("**/api/chat");
    await say(page, "In an instant");
    await sending;
    expect(new URL(page.url()).hash).toMatch(/^#[0-9a-f]{32}$/);
    await page.reload();
    const turn = await app.model.asked("In an instant");
    turn.text("Here ");
    await see(page, "Here");
    turn.say("it is.");
    await see(page, "Here it is.");
    await once(page, "In an instant");
    expect(await composer(page).inputValue()).toBe("");
  });

  it("reload before the server has heard of it: what was sent is in the field again, with its files, also in a thread", async () => {
    const page = await app.open({ expectedErrors: /404|ERR_/ });
    for (const words of ["Never heard", "Never heard again"]) {
      await page.route("**/api/chat", () => undefined);
      await attach(page, `${words}.txt`);
      await say(page, words);
      await expect.poll(() => composer(page).inputValue()).toBe("");
      await page.reload();
      await page.getByText("did not reach the server").waitFor();
      expect(await composer(page).inputValue()).toBe(words);
      await page.getByRole("button", { name: `Remove ${words}.txt` }).waitFor();
      await page.unroute("**/api/chat");
      await composer(page).press("Enter");
      const turn = await app.model.asked(words);
      expect(turn.lastMessage).toContain("the words of a file");
      turn.say(`Heard: ${words}.`);
      await see(page, `Heard: ${words}.`);
      await atRest(page);
    }
  });

  it("reload while a message to a run is on its way: it stands once, whether the server has it or not", async () => {
    const page = await app.open({ expectedErrors: /404|ERR_/ });
    const waiting = page.getByRole("list", { name: "Waiting messages" });
    await say(page, "Work for long");
    const turn = await app.model.asked("Work for long");
    turn.text("Working ");
    await see(page, "Working");
    const threadId = new URL(page.url()).hash.slice(1);
    for (const [words, isTaken] of [
      ["Also one", true],
      ["Also two", false],
    ] as const) {
      let isOnItsWay = false;
      await page.route("**/steer", async (route) => {
        if (route.request().method() === "GET" || isOnItsWay) return route.continue();
        if (isTaken) await route.fetch();
        isOnItsWay = true;
      });
      await say(page, words);
      await expect.poll(() => isOnItsWay).toBe(true);
      await page.reload();
      await page.unroute("**/steer");
      await waiting.getByText(words).waitFor();
      const isSettled = () => page.evaluate((id) => sessionStorage.getItem(`toolwright.sent:${id}`) === null, threadId);
      await expect.poll(isSettled).toBe(true);
      expect([await waiting.getByText(words).count(), await composer(page).inputValue()]).toEqual([1, ""]);
    }
    turn.say("done.");
    const next = await app.model.asked("Also two");
    expect(next.lastMessage).not.toContain("Also one");
    next.say("Both heard.");
    await see(page, "Both heard.");
    await atRest(page);
    await once(page, "Also one");
    await once(page, "Also two");
  });

  it("reload while writing: the draft is there with its files, and goes with no other thread", async () => {
    const page = await app.open();
    await attach(page, "kept.txt");
    await composer(page).fill("Half a thou");
    await page.reload();
    await page.getByRole("button", { name: "Remove kept.txt" }).waitFor();
    expect(await composer(page).inputValue()).toBe("Half a thou");
    await say(page, "Half a thought");
    (await app.model.asked("Half a thought")).say("Go on.");
    await see(page, "Go on.");
    await attach(page, "other.txt");
    await page.getByRole("button", { name: "New conversation" }).click();
    await page.getByRole("button", { name: "Remove other.txt" }).waitFor({ state: "detached" });
    await page.goBack();
    await page.getByRole("button", { name: "Remove other.txt" }).waitFor();
  });

  it("what is said while the thread is loaded waits for it, and for no other thread", async () => {
    const page = await app.open();
    await say(page, "First words");
    (await app.model.asked("First words")).say("Heard first.");
    await see(page, "Heard first.");
    await atRest(page);
    const { hash } = new URL(page.url());
    let load: (() => void) | undefined;
    await page.route(`**/api/threads/${hash.slice(1)}`, async (route) => {
      await new Promise<void>((resolve) => (load = resolve));
      await route.continue();
    });
    await page.reload();
    await say(page, "Second words");
    await page.getByRole("button", { name: "New conversation" }).click();
    await expect.poll(() => composer(page).inputValue()).toBe("");
    await page.goBack();
    await expect.poll(() => composer(page).inputValue()).toBe("Second words");
    await composer(page).press("Enter");
    await expect.poll(() => load).toBeDefined();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    load?.();
    const turn = await app.model.asked("Second words");
    expect(JSON.stringify(turn.request.messages)).toContain("Heard first.");
    turn.say("Heard second.");
    await see(page, "Heard second.");
    await once(page, "Heard first.");
    await once(page, "Second words");
  });

  it("what only the store knows of a run is asked for until it is told", async () => {
    const page = await app.open({ expectedErrors: CUT });
    let refused = 0;
    await page.route(/\/api\/threads\/[^/]+\?limit=1$/, (route) => (++refused > 2 ? route.continue() : route.abort()));
    await say(page, "Count what you use");
    (await app.model.asked("Count what you use")).say("Counted.");
    await page.getByText("Conversation: 100 tokens in, 20 out").waitFor();
    expect(refused).toBe(3);
  });

  it("connection cut in mid-turn: the page says so, connects again and goes on where it was", async () => {
    const page = await app.open({ expectedErrors: CUT });
    await say(page, "Count");
    const first = await app.model.asked("Count");
    first.text("One. ").callAll({ id: "t", name: "get_current_time", arguments: {} });
    const turn = await app.model.asked("Count");
    turn.text("Two. ");
    await see(page, "Two.");
    const taken: string[] = [];
    page.on("request", (request) => taken.push(new URL(request.url()).pathname + new URL(request.url()).search));
    app.line.cut();
    await page.getByText(/Connection lost|The server does not answer/).waitFor();
    turn.text("Three. ");
    app.line.mend();
    await see(page, "Two. Three.");
    turn.say("Four.");
    await see(page, "Two. Three. Four.");
    await atRest(page);
    expect(taken.filter((path) => /\/stream\?after=\d+$/.test(path)).length).toBeGreaterThan(0);
    await once(page, "One.");
    await once(page, "Two. Three. Four.");
    expect(
      await conversation(page)
        .getByRole("region", { name: /^Tool get_current_time/ })
        .count(),
    ).toBe(1);
  });

  it("a part of the page that did not come is asked for again: nothing is blank meanwhile", async () => {
    const page = await app.open({ expectedErrors: CUT });
    const missed = new Set<string>();
    await page.route(/assets\/(live-thread|markdown-text)/, (route) => {
      const { pathname } = new URL(route.request().url());
      if (missed.has(pathname)) return route.continue();
      missed.add(pathname);
      return route.abort();
    });
    await say(page, "In parts");
    (await app.model.asked("In parts")).say("All **there**.");
    await conversation(page).locator("strong", { hasText: "there" }).waitFor();
    expect(missed.size).toBe(2);
  });

  it("a part that is gone after an upgrade of the server: the page says so, and loads anew with draft and run", async () => {
    const page = await app.open({ expectedErrors: /404|Failed to fetch dynamically imported module/ });
    let asked = 0;
    await page.route("**/assets/live-thread*", (route) => {
      asked += 1;
      return route.fulfill({ status: 404, json: { error: "There is nothing here." } });
    });
    await page.route(
      ({ pathname }) => pathname === "/",
      async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(/assets\/index-[\w-]+\.js/g, "assets/index-newer.js");
        return route.fulfill({ response, body });
      },
    );
    await say(page, "Before the upgrade");
    const turn = await app.model.asked("Before the upgrade");
    turn.text("One ");
    await page.getByRole("alert").getByText("There is a newer version of this page.").waitFor();
    await composer(page).fill("A draft");
    turn.text("two ");
    await page.waitForTimeout(1_000);
    const before = asked;
    await page.waitForTimeout(1_500);
    expect(asked).toBe(before);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Reload" }).click();
    await see(page, "One two");
    expect(await composer(page).inputValue()).toBe("A draft");
    turn.say("three.");
    await see(page, "One two three.");
  });

  it("a part that never comes from a server that answers: the page says so, and the words go when it has come", async () => {
    const page = await app.open({ expectedErrors: CUT });
    await page.route("**/assets/live-thread*", (route) => route.abort());
    await say(page, "Never comes");
    (await app.model.asked("Never comes")).say("It came.");
    const alert = page.getByRole("alert").getByText("Part of this page did not load.");
    await alert.waitFor();
    await page.unrouteAll();
    await see(page, "It came.");
    await alert.waitFor({ state: "detached" });
  });

  it("token that is not valid any more in mid-turn: the page says what to do, also where the list is hidden", async () => {
    const page = await app.open({ expectedErrors: CUT, context: { viewport: { width: 360, height: 700 } } });
    await say(page, "Who am I?");
    const turn = await app.model.asked("Who am I?");
    turn.text("Somebody ");
    await see(page, "Somebody");
    await page.context().route("**/api/**", (route) => route.fulfill({ status: 401, json: { error: "No." } }));
    app.line.cut();
    app.line.mend();
    await page.getByRole("status").getByText("Open the address that the server printed again").waitFor();
    turn.end();
  });

  it("two tabs: a run in one is seen live in the other, and so is the next message", async () => {
    const page = await app.open();
    await say(page, "Speak to both");
    const turn = await app.model.asked("Speak to both");
    turn.text("To ");
    await see(page, "To");
    const other = await openTab(page.context(), page.url());
    await see(other, "To");
    turn.text("both ");
    await see(other, "To both");
    await see(page, "To both");
    turn.say("of you.");
    await see(other, "To both of you.");
    await atRest(other);
    await say(other, "And from here");
    const next = await app.model.asked("And from here");
    next.text("Also ");
    await see(page, "And from here");
    await see(page, "Also");
    next.say("live.");
    await see(page, "Also live.");
    await see(other, "Also live.");
    for (const tab of [page, other]) await once(tab, "And from here");
  });

  it("a server that is killed with kill -9 and started again: the page recovers, and the approval works", async () => {
    const page = await app.open({ expectedErrors: CUT });
    await say(page, "Make a file");
    (await app.model.asked("Make a file")).callAll({
      id: "m",
      name: "bash",
      arguments: { command: "touch survived.txt" },
    });
    await question(page, "bash").waitFor();
    await app.killServer();
    await page.getByText(/Connection lost|The server does not answer/).waitFor();
    await app.startAgain();
    await allowOnce(question(page, "bash"));
    (await app.model.asked("Make a file")).say("The file is there.");
    await see(page, "The file is there.");
    await stands(card(page, "bash"), "Done");
    expect(existsSync(join(app.workspace, "survived.txt"))).toBe(true);
    await once(page, "Make a file");
  });
});
