import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("undo in the browser", { timeout: 60_000 }, () => {
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
});
