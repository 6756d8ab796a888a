import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, card, conversation, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const SECRET = "sk-abcdefghijklmnopqrstuvwxyz0123456789";

describe.skipIf(!hasBrowser)("what an answer shows in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    const lines = Array.from({ length: 300 }, (_, place) => `export const line${place + 1} = ${place + 1};`);
    const files = {
      "src/long.js": `${lines.join("\n")}\n`,
      "keys.txt": `key=${SECRET}\n`,
      "a.txt": "one\n",
      "b.txt": "two\n",
    };
    app = await startWebApp({ files, args: ["--yes", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  it("has code in colours, formulas, and files that open at their line", async () => {
    const page = await app.open({ expectedErrors: /404.*host\.conf/ });
    await say(page, "Explain it");
    (await app.model.asked("Explain it")).say(
      "Look at `src/long.js:200` and `keys.txt:1`, not at `/etc/host.conf:1`.\n\n```js\nconst word = 1;\n```\n\nIt is $\\frac{1}{2}$, costs $5 and $6.",
    );
    await atRest(page);
    const answer = conversation(page);
    await answer.locator("pre .tw-code-word", { hasText: "const" }).waitFor();
    await answer.locator("math mfrac").waitFor();
    await see(page, /costs \$5 and \$6/);
    await answer.getByRole("button", { name: "src/long.js:200" }).click();
    const file = page.getByRole("complementary", { name: "src/long.js" });
    await file.locator("[data-wanted]", { hasText: "line200" }).waitFor();
    expect(await file.locator("[data-wanted]").evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThan(0);
    await file.locator(".tw-code-word").first().waitFor();
    await answer.getByRole("button", { name: "keys.txt:1" }).click();
    await page.getByRole("complementary", { name: "keys.txt" }).getByText("key=").waitFor();
    expect(await page.content()).not.toContain(SECRET);
    await answer.getByRole("button", { name: "/etc/host.conf:1" }).click();
    const outside = page.getByRole("complementary", { name: "/etc/host.conf" });
    await outside.getByRole("alert").waitFor();
    expect(await outside.innerText()).toContain("lies outside");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("complementary").count()).toBe(0);
  });

  it("draws a few elements of HTML, and wraps and saves code", async () => {
    const page = await app.open();
    await say(page, "Draw HTML");
    const code = `const wide = ${"1 + ".repeat(60)}1;`;
    (await app.model.asked("Draw HTML")).say(
      `H<sub>2</sub>O, <kbd>Ctrl</kbd><br>next\n\n<details>\n<summary>More</summary>\n\nhidden **words**\n\n</details>\n\n<img src=x onerror=alert(1)>\n\n\`\`\`python\n${code}\n\`\`\``,
    );
    await atRest(page);
    const answer = conversation(page);
    await answer.locator("sub", { hasText: "2" }).waitFor();
    await see(page, "<img src=x onerror=alert(1)>");
    expect(await answer.getByText("hidden").isVisible()).toBe(false);
    await answer.locator("summary", { hasText: "More" }).click();
    await answer.locator("strong", { hasText: "words" }).waitFor();
    const block = answer.locator(".code-block");
    await block.getByText("python", { exact: true }).waitFor();
    const isCut = () => block.locator("pre").evaluate((pre) => pre.scrollWidth > pre.clientWidth);
    expect(await isCut()).toBe(true);
    await block.hover();
    await block.getByRole("button", { name: "Wrap lines" }).click();
    expect(await isCut()).toBe(false);
    const saved = page.waitForEvent("download");
    await block.getByRole("button", { name: "Save code" }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe("code.py");
    expect(readFileSync(await download.path(), "utf8")).toBe(`${code}\n`);
  });

  it("shows all changes of a run beside it, and takes one file back", async () => {
    const page = await app.open();
    await say(page, "Change two files");
    (await app.model.asked("Change two files")).callAll(
      { id: "w1", name: "read", arguments: { file_paths: ["a.txt", "b.txt"] } },
      { id: "w2", name: "edit", arguments: { file_path: "a.txt", old_string: "one", new_string: "one\nmore" } },
      { id: "w3", name: "edit", arguments: { file_path: "b.txt", old_string: "two", new_string: "2" } },
    );
    (await app.model.asked("Change two files")).say("Changed.");
    await see(page, "Changed.");
    await atRest(page);
    await page.getByRole("button", { name: "Show changes" }).click();
    const pane = page.getByRole("complementary", { name: "Changes of this run" });
    await pane.getByText("+2 −1").first().waitFor();
    expect(
      await pane.getByRole("region").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
    ).toEqual(["a.txt", "b.txt"]);
    await pane.getByRole("button", { name: "Undo this file: a.txt" }).click();
    const text = async (name: string) => (await app.send(`/api/files?path=${name}`)).json();
    await expect.poll(async () => (await text("a.txt")).text).not.toContain("more");
    expect((await text("b.txt")).text).toContain("\t2");
    await pane.getByRole("region", { name: "a.txt" }).getByText("Undone").waitFor();
    expect(await pane.getByRole("button", { name: /^Undo this file/ }).count()).toBe(1);
  });

  it("reads what a program tells a terminal: lines written over, and colours", async () => {
    const page = await app.open();
    await say(page, "Draw");
    const command = "printf '10 %%\\r20 %%\\r\\033[32mready\\033[0m\\n'; until [ -e go ]; do sleep 0.1; done";
    (await app.model.asked("Draw")).callAll({ id: "t1", name: "bash", arguments: { command } });
    const terminal = card(page, "bash").getByRole("log", { name: "Terminal" });
    await terminal.getByText("ready").waitFor();
    expect(await terminal.innerText()).not.toContain("20 %");
    writeFileSync(join(app.workspace, "go"), "");
    (await app.model.asked("Draw")).say("Drawn.");
    await see(page, "Drawn.");
  });

  it("keeps the colours that were chosen, from the first paint on", async () => {
    const page = await app.open({ context: { colorScheme: "light" } });
    await page.getByRole("button", { name: "Colours: as the system" }).click();
    await page.getByRole("button", { name: "Colours: light" }).click();
    await page.getByRole("button", { name: "Colours: dark" }).waitFor();
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(() => document.body !== null);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.getByRole("button", { name: "Colours: dark" }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();
  });

  it("paints before the server has said anything of itself", async () => {
    const page = await app.open();
    await page.route("**/api/info", () => undefined);
    await page.reload({ waitUntil: "commit" });
    await page.getByText("Toolwright").first().waitFor();
    const paints = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    expect(await paints.jsonValue()).toBeGreaterThan(0);
  });
});
