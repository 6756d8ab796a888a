import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { atRest, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("the head of a thread", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "a.txt": "one\n" }, args: ["--yes", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  const git = (...args: readonly string[]) => spawnSync("git", args, { cwd: app.workspace, encoding: "utf8" }).stdout;

  it("names thread, branch, changes, sandbox and mode, and follows them", async () => {
    git("checkout", "-q", "-b", "mend-it");
    const page = await app.open({ context: { viewport: { width: 1_440, height: 800 } } });
    expect(await page.locator(".thread-head").count(), "nothing has begun").toBe(0);
    await say(page, "Write and switch");
    (await app.model.asked("Write and switch")).callAll(
      { id: "w", name: "write", arguments: { file_path: "made.txt", content: "one\ntwo\n" } },
      { id: "b", name: "bash", arguments: { command: "git checkout -q -b other" } },
    );
    (await app.model.asked("Write and switch")).say("Done.");
    await see(page, "Done.");
    await atRest(page);
    const head = page.locator(".thread-head");
    await head.getByRole("heading", { name: "Write and switch" }).waitFor();
    await head.getByText("other", { exact: true }).waitFor();
    await head.getByText("no sandbox").waitFor();
    const colour = () => head.locator(".mode-pill").evaluate((pill) => getComputedStyle(pill).color);
    await head.getByText("Mode: Ask first").waitFor();
    const asks = await colour();
    await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption("Accept edits");
    await head.getByText("Mode: Accept edits").waitFor();
    expect(await colour()).not.toBe(asks);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    await head.getByRole("button", { name: "+2 −0 in 1 file" }).click();
    await page.getByRole("complementary", { name: "Changes of this conversation" }).getByText("made.txt").waitFor();
  });

  it("has the mode in sight on a phone, and scrolls nothing sideways", async () => {
    for (const width of [320, 390]) {
      const page = await app.open({ context: { viewport: { width, height: 800 } } });
      await say(page, `A rather long title of a thread at ${width} pixels, which is cut`);
      (await app.model.asked(`at ${width} pixels`)).say("Small.");
      await see(page, "Small.");
      const pill = page.locator(".mode-pill");
      await expect
        .poll(async () => {
          const box = await pill.boundingBox();
          return box !== null && box.x >= 0 && box.x + box.width <= width && box.y < 160;
        })
        .toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
});
