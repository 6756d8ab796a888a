import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, conversation, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const LINES = Array.from({ length: 30 }, (_, place) => `${place}\n`).join("");
/** Seconds of a click in the Keystroke-Level Model: 1.1 to point, 0.2 to press, 1.35 to think (Card et al., 1980). */
const SECONDS_A_CLICK = 2.65;

describe.skipIf(!hasBrowser)("five tasks of a first hour", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "list.txt": LINES }, args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  it("take 10 clicks: approve three of five, find what changed, take one part back, go back to step 4, share", async () => {
    const page = await app.open({ context: { viewport: { width: 1_440, height: 900 } } });
    const there = (name: string) => existsSync(join(app.workspace, name));
    const clicks = new Map<string, number>();
    let task = "";
    const click = async (target: Locator, options: Parameters<Locator["click"]>[0] = {}) => {
      await target.click(options);
      clicks.set(task, (clicks.get(task) ?? 0) + 1);
    };

    task = "approve three of five";
    await say(page, "Write five files");
    const names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"];
    (await app.model.asked("Write five")).callAll(
      ...names.map((name) => ({ id: name, name: "write", arguments: { file_path: name, content: `${name}\n` } })),
    );
    const tray = page.getByRole("region", { name: "5 calls wait for your answer" });
    await click(tray.getByRole("checkbox").nth(1));
    await click(tray.getByRole("checkbox").nth(3));
    await click(tray.getByRole("button", { name: "Allow 3, refuse 2" }));
    const five = await app.model.asked("Write five");
    expect(JSON.stringify(five.request.messages)).toContain("Not this one.");
    five.say("Three are written.");
    await atRest(page);
    expect(names.map(there)).toEqual([true, false, true, false, true]);

    task = "find what changed";
    await say(page, "Change the list");
    (await app.model.asked("Change the list")).callAll({
      id: "r",
      name: "read",
      arguments: { file_paths: ["list.txt"] },
    });
    const edits = ["3", "25"].map((line) => ({ old_string: `\n${line}\n`, new_string: `\nnew ${line}\n` }));
    const change = { id: "m", name: "multi_edit", arguments: { file_path: "list.txt", edits } };
    (await app.model.asked("Change the list")).callAll(change);
    await page.getByRole("button", { name: "Allow once" }).click();
    (await app.model.asked("Change the list")).say("It is changed.");
    await see(page, "It is changed.");
    await atRest(page);
    const head = page.getByRole("button", { name: /in 4 files/ });
    await click(head);
    const pane = page.getByRole("complementary");
    const list = pane.getByRole("region", { name: "list.txt" });
    await list.getByText("+2 −2").waitFor();

    task = "take one part back";
    await click(list.getByRole("button", { name: "Take back the change at line 4 of list.txt" }));
    await expect.poll(() => readFileSync(join(app.workspace, "list.txt"), "utf8")).toBe(LINES.replace("25", "new 25"));

    task = "go back to step 4";
    await click(page.getByRole("button", { name: "Steps" }));
    const line = page.getByRole("slider", { name: "Step" });
    await expect.poll(() => line.getAttribute("max")).toBe("4");
    const box = await line.boundingBox();
    const end = (box?.width ?? 0) - 8;
    await click(line, { position: { x: 8 + ((end - 8) * 3) / 4, y: (box?.height ?? 0) / 2 } });
    await page.getByText("Step 4 of 5").waitFor();
    await click(page.getByRole("button", { name: "Go on from here" }));
    await expect.poll(() => page.getByText("Step 4 of 5").count()).toBe(0);
    expect(await conversation(page).innerText()).not.toContain("It is changed.");

    task = "share the result";
    const saving = page.waitForEvent("download");
    const conversations = page.getByRole("navigation", { name: "Conversations" }).getByRole("listitem");
    await expect.poll(() => conversations.count()).toBe(2);
    await conversations.first().hover();
    await click(conversations.first().getByRole("button", { name: /^Actions of/ }));
    await click(page.getByRole("menuitem", { name: "Export as one page (HTML)" }));
    expect(readFileSync(await (await saving).path(), "utf8")).toContain("new 3");

    const took = Object.fromEntries(clicks);
    const all = [...clicks.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${all} clicks, about ${Math.round(all * SECONDS_A_CLICK)} s of a person:`, took);
    expect(took).toEqual({
      "approve three of five": 3,
      "find what changed": 1,
      "take one part back": 1,
      "go back to step 4": 3,
      "share the result": 2,
    });
  });
});
