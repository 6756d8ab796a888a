import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { openTab } from "./support/open-page.ts";
import { atRest, card, conversation, question, say, see, stands } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** What Chromium says of connections that break off. */
const CUT = /net::ERR_|Failed to load resource|ERR_CONNECTION/;

describe.skipIf(!hasBrowser)("a page that loses its server", { timeout: 60_000 }, () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off"] });
  });
  afterEach(() => app.line.mend());
  afterAll(() => app.close());

  async function once(page: Page, text: string) {
    expect(await conversation(page).getByText(text, { exact: true }).count(), text).toBe(1);
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
    await page.getByText(/The connection broke off|The server does not answer/).waitFor();
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
    await page.getByText(/The connection broke off|The server does not answer/).waitFor();
    await app.startAgain();
    await question(page, "bash").getByRole("button", { name: "Allow once" }).click();
    (await app.model.asked("Make a file")).say("The file is there.");
    await see(page, "The file is there.");
    await stands(card(page, "bash"), "Done");
    expect(existsSync(join(app.workspace, "survived.txt"))).toBe(true);
    await once(page, "Make a file");
  });
});
