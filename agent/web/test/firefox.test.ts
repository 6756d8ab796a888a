import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Firefox, firefoxPath } from "./support/firefox.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(firefoxPath === undefined)("the page in Firefox", () => {
  let app: WebApp;
  let firefox: Firefox;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off"] });
    firefox = await Firefox.start();
  });
  afterAll(async () => {
    await firefox.close();
    await app.close();
  });

  it("opens, streams an answer, asks, and runs what was allowed", async () => {
    const made = join(app.workspace, "from-firefox.txt");
    rmSync(made, { force: true });
    const sees = (text: string) => expect.poll(() => firefox.text()).toContain(text);
    await firefox.open(app.url);
    await sees("What would you like to do?");
    await firefox.click("textbox", "Message");
    await firefox.enter("Make a file in Firefox");
    const turn = await app.model.asked("Make a file in Firefox");
    turn.text("I make ");
    await sees("I make");
    turn.text("it now.").callAll({ id: "f", name: "bash", arguments: { command: "touch from-firefox.txt" } });
    await sees("Run bash?");
    expect(existsSync(made)).toBe(false);
    // On a busy machine the page still moves under a press. Two short ones may be too far from each other to count.
    const allow = () => firefox.click("button", "Allow once", 1_500).catch(() => undefined);
    await expect.poll(() => allow().then(() => existsSync(made))).toBe(true);
    (await app.model.asked("Make a file in Firefox")).say("It is **there**.");
    await sees("It is there.");
    await firefox.reload();
    await sees("It is there.");
    expect(firefox.errors).toEqual([]);
  });
});
