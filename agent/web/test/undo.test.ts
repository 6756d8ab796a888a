import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { atRest, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("undo in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "list.txt": "milk\n" }, args: ["--mode", "accept-edits", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  it("takes back what a turn changed, and gives it again", async () => {
    const list = () => readFileSync(join(app.workspace, "list.txt"), "utf8");
    const page = await app.open();
    await say(page, "Add bread");
    (await app.model.asked("Add bread")).callAll({ id: "r", name: "read", arguments: { file_paths: ["list.txt"] } });
    const edit = { file_path: "list.txt", old_string: "milk\n", new_string: "milk\nbread\n" };
    (await app.model.asked("Add bread")).callAll({ id: "e", name: "edit", arguments: edit });
    (await app.model.asked("Add bread")).say("Added.");
    await see(page, "Added.");
    await atRest(page);
    expect(list()).toBe("milk\nbread\n");
    const changed = page.getByRole("group", { name: "Changed 1 file" });
    await changed.getByText("Changed 1 file").click();
    await changed.getByText("list.txt").waitFor();
    await changed.getByRole("button", { name: "Undo" }).click();
    await changed.getByRole("button", { name: "Redo" }).waitFor();
    expect(list()).toBe("milk\n");
    await page.reload();
    await changed.getByRole("button", { name: "Redo" }).click();
    await changed.getByRole("button", { name: "Undo" }).waitFor();
    expect(list()).toBe("milk\nbread\n");
  });

  it("shows what a run came to, and takes one hunk of it back, until the file is another one", async () => {
    const lines = (...other: readonly string[]) =>
      Array.from({ length: 30 }, (_, at) => `${other[at] ?? at}\n`).join("");
    const name = "hunks.txt";
    const path = join(app.workspace, name);
    writeFileSync(path, lines());
    const page = await app.open({ context: { viewport: { width: 1_500, height: 900 } } });
    const said = "Change it twice";
    await say(page, said);
    const first = { file_path: name, old_string: "\n3\n", new_string: "\nthree\n" };
    const edits = [
      { old_string: "\nthree\n", new_string: "\ndrei\n" },
      { old_string: "\n25\n", new_string: "\nfünf\n" },
    ];
    (await app.model.asked(said)).callAll({ id: "hr", name: "read", arguments: { file_paths: [name] } });
    (await app.model.asked(said)).callAll(
      { id: "h1", name: "edit", arguments: first },
      { id: "h2", name: "multi_edit", arguments: { file_path: name, edits } },
    );
    (await app.model.asked(said)).say("Changed twice.");
    await see(page, "Changed twice.");
    await atRest(page);
    const changed = page.getByRole("group", { name: "Changed 1 file" });
    await changed.getByText("+2 −2").waitFor();
    await changed.getByRole("button", { name: "Show changes" }).click();
    const pane = page.getByRole("complementary", { name: "Changes of this run" });
    const file = pane.getByRole("region", { name });
    await file.getByText("+2 −2").waitFor();
    expect(await file.locator("del").allInnerTexts()).toEqual(["3", "25"]);
    expect(await file.locator("ins").allInnerTexts()).toEqual(["drei", "fünf"]);
    expect(await file.getByRole("figure").count()).toBe(2);
    await page.getByRole("separator").press("End");
    await expect.poll(() => file.getByRole("figure", { name: "Before" }).count()).toBe(2);
    expect(await file.getByRole("figure", { name: "After" }).locator("del").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await file.getByRole("button", { name: "Take back the change at line 4 of hunks.txt" }).click();
    await pane.getByText(/^Took back a part of what turn \d+ changed in hunks\.txt\.$/).waitFor();
    await expect.poll(() => file.getByRole("button", { name: /^Take back/ }).count()).toBe(1);
    const one = Array.from({ length: 30 }, (_, at) => (at === 25 ? "fünf" : `${at}`));
    expect(readFileSync(path, "utf8")).toBe(lines(...one));
    await file.getByText("+1 −1").waitFor();
    writeFileSync(path, "mine\n");
    await file.getByRole("button", { name: /^Take back/ }).click();
    await pane.getByText("hunks.txt was left as it is: it changed since (by you or a command).").waitFor();
    expect(readFileSync(path, "utf8")).toBe("mine\n");
    await say(page, "Go on after that");
    const next = await app.model.asked("Go on after that");
    expect(JSON.stringify(next.request.messages)).toMatch(
      /The user took back a part of what turn \d+ changed in hunks\.txt/,
    );
    next.say("I see.");
    await see(page, "I see.");
  });
});
