import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { allowOnce, atRest, card, composer, openFold, question, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const CODE = "export const a = 1;\nexport const b = 2;\n";
const ANSWER = [
  "# It is mended\n\nSee `src/a.js:2`, and **this**:\n\n```js\nconst a = 1; // one\n```\n",
  "| order | now |\n|---|---|\n| 2 mugs | 18.00 |\n\n- [x] done\n- [ ] open\n\n> A quote, and $e = \\frac{1}{2}$.\n",
].join("\n");

describe.skipIf(!hasBrowser)("axe finds nothing wrong with", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({
      files: { "src/light.js": CODE, "src/dark.js": CODE },
      args: ["--sandbox", "off"],
    });
  });
  afterAll(() => app.close());

  for (const colorScheme of ["light", "dark"] as const) {
    it(`an empty page in ${colorScheme} colours, its settings, and its list`, async () => {
      const page = await app.open({ context: { colorScheme } });
      await composer(page).waitFor();
      expect(await violations(page)).toEqual([]);
      const settings = page.getByRole("button", { name: "Settings" });
      if ((await settings.count()) > 0) {
        await settings.click();
        await page.getByRole("heading", { name: "Settings" }).waitFor();
        expect(await violations(page)).toEqual([]);
      }
    });

    it(`a conversation with every kind of card in ${colorScheme} colours, a question, and what stands beside it`, async () => {
      const said = `Do all of it in ${colorScheme}`;
      const file = `src/${colorScheme}.js`;
      const page = await app.open({ context: { colorScheme } });
      await say(page, said);
      (await app.model.asked(said)).callAll(
        { id: "c1", name: "read", arguments: { file_paths: [file] } },
        { id: "c2", name: "grep", arguments: { pattern: "const" } },
        { id: "c3", name: "glob", arguments: { pattern: "**/*.js" } },
        { id: "c4", name: "ls", arguments: { path: "." } },
        { id: "c5", name: "read", arguments: { file_paths: ["missing.js"] } },
        { id: "c6", name: "write_todos", arguments: { todos: [{ content: "One", status: "in_progress" }] } },
        { id: "c7", name: "get_current_time", arguments: {} },
        { id: "c8", name: "edit", arguments: { file_path: file, old_string: "b = 2", new_string: "b = 3" } },
      );
      await question(page, "edit").waitFor();
      expect(await violations(page), "with a question").toEqual([]);
      await allowOnce(question(page, "edit"));
      const failing = { command: "printf '\\033[31mred\\033[0m \\033[1;32mgreen\\033[0m\\n'; exit 3" };
      (await app.model.asked(said)).callAll({ id: "c9", name: "bash", arguments: failing });
      (await app.model.asked(said)).say(ANSWER);
      await see(page, "It is mended");
      await atRest(page);
      await openEverything(page);
      expect(await violations(page), "with its cards open").toEqual([]);
      await page.getByRole("button", { name: "Show changes" }).click();
      await page.getByRole("complementary", { name: "Changes of this run" }).waitFor();
      expect(await violations(page), "with its changes").toEqual([]);
      await page.getByRole("button", { name: "Show the file" }).click();
      await page.getByRole("complementary", { name: file }).getByText("export").first().waitFor();
      expect(await violations(page), "with a file").toEqual([]);
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await page.getByRole("button", { name: "Timeline" }).click();
      await page.locator(".timeline-row").last().waitFor();
      expect(await violations(page), "with its timeline").toEqual([]);
    });
  }

  it("what is wider or longer than its place on a small screen: it scrolls by keyboard", async () => {
    const page = await app.open({ context: { viewport: { width: 320, height: 640 } } });
    const wide = "wide".repeat(40);
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    const long = { name: "long.txt", mimeType: "text/plain", buffer: Buffer.from("line\n".repeat(200)) };
    await (await choosing).setFiles(long);
    await page.getByRole("button", { name: "Remove long.txt" }).waitFor();
    await say(page, "Show it wide");
    const turn = await app.model.asked("Show it wide");
    turn.say(
      `| ${wide} | ${wide} |\n|---|---|\n| 1 | 2 |\n\n$$${"x + ".repeat(100)}y$$\n\n\`\`\`\n${wide}${wide}\n\`\`\`\n`,
    );
    await atRest(page);
    await page.locator(".formula math").waitFor();
    await page.locator(".said-file summary").click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Timeline" }).click();
    await page.locator('.timeline-row[data-kind="model"]').click();
    await page.getByRole("heading", { name: /^Sent: / }).waitFor();
    expect(await violations(page), "with the timeline").toEqual([]);
  });
});

async function openEverything(page: Page): Promise<void> {
  await openFold(page, /^Finished calls/);
  for (const tool of ["read", "grep", "glob", "ls"]) {
    await card(page, tool).getByRole("button", { expanded: false }).first().click();
  }
}
