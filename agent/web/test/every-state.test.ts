import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import type { ModelCall } from "./support/model-turn.ts";
import { atRest, composer, question, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** A folder that gets a picture of each state at each size; none is taken where it is not named. */
const PICTURES = process.env.PICTURES;

/** A phone, a small and a large screen, 1,200 × 800 pixels enlarged to 200 %, and a large screen by night. */
const LOOKS = [
  { name: "390", width: 390, height: 844, colorScheme: "light" },
  { name: "1200", width: 1_200, height: 800, colorScheme: "light" },
  { name: "200-percent", width: 600, height: 400, colorScheme: "light" },
  { name: "1440", width: 1_440, height: 900, colorScheme: "light" },
  { name: "dark", width: 1_440, height: 900, colorScheme: "dark" },
] as const;
/** Between a phone and a large screen nothing is told apart: it is looked at, and not checked each time. */
const CHECKED = LOOKS.filter(({ name }) => PICTURES !== undefined || name !== "1200");

const LINES = Array.from({ length: 60 }, (_, place) => `export const value${place} = ${place};\n`);
const PROSE = `## What I found

The sum is rounded **per order**, so every third order loses a cent. \`src/sum.ts:12\` does it:

\`\`\`ts
export const sum = (orders: number[]) => orders.map(Math.round).reduce((a, b) => a + b, 0);
\`\`\`

| order | before | after |
| --- | --- | --- |
| 1 | 10.004 | 10.00 |

- [x] read the sum
- [ ] mend it
`;

describe.skipIf(!hasBrowser)("every state of the page", { timeout: 300_000 }, () => {
  let app: WebApp;
  beforeAll(async () => {
    const files = { "src/sum.ts": LINES.join(""), "notes.md": "# Notes\n", "old.txt": "old\n" };
    app = await startWebApp({ files, args: ["--sandbox", "off"] });
    if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
  });
  afterAll(() => app.close());

  /** Nothing that a screen reader stumbles on, and nothing that runs off the side. */
  async function look(page: Page, state: string): Promise<void> {
    for (const { name, width, height, colorScheme } of CHECKED) {
      const place = `${state}, ${name}`;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), place).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(width);
      if (PICTURES !== undefined)
        await page.screenshot({ path: join(PICTURES, `${place.replaceAll(/,? /g, "-")}.png`) });
    }
    await page.emulateMedia({ colorScheme: "light" });
  }

  const open = (expectedErrors?: RegExp) =>
    app.open({ context: { viewport: { width: 1_440, height: 900 } }, ...(expectedErrors && { expectedErrors }) });
  const write = (id: string, name: string, content: string): ModelCall => ({
    id,
    name: "write",
    arguments: { file_path: name, content },
  });
  const bash = (id: string, command: string): ModelCall => ({ id, name: "bash", arguments: { command } });
  const refuse = (page: Page, tool: string) =>
    question(page, tool).first().getByRole("button", { name: "Refuse and stop" }).click();

  it("before anything was said, with the settings and the palette", async () => {
    const page = await open();
    await composer(page).waitFor();
    await look(page, "empty");
    await page.getByRole("button", { name: "Settings" }).click();
    await look(page, "settings");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").first().waitFor();
    await look(page, "palette");
  });

  it("while it thinks, answers and fails", async () => {
    const page = await open(/401/);
    await say(page, "What is wrong with the sum?");
    const turn = await app.model.asked("What is wrong");
    turn.think("The orders are rounded one by one.\nThat loses cents.");
    await page.getByText("That loses cents.").first().waitFor();
    await look(page, "thinks");
    turn.text(PROSE);
    await see(page, "What I found");
    await look(page, "answers");
    turn.end();
    await atRest(page);
    await look(page, "answered");
    await say(page, "With a wrong key");
    (await app.model.asked("With a wrong key")).refuse(401, "Incorrect key");
    await page.getByText("The server refused the credentials").first().waitFor();
    await look(page, "wrong key");
  });

  it("with a question, its steps, and several at once", async () => {
    const page = await open();
    await say(page, "Mend the sum");
    (await app.model.asked("Mend the sum")).callAll(
      { id: "r", name: "read", arguments: { file_paths: ["src/sum.ts"] } },
      bash("l", "ls -l"),
    );
    const mended = [...LINES.slice(0, 20), "export const sum = 0;\n", ...LINES.slice(25)].join("");
    (await app.model.asked("Mend the sum")).callAll(write("w", "src/sum.ts", mended));
    const asked = question(page, "write");
    await asked.waitFor();
    await look(page, "question");
    await asked.getByRole("button", { name: "Edit arguments" }).click();
    await look(page, "question edited");
    await asked.getByRole("button", { name: "Back" }).click();
    await asked.getByRole("button", { name: /^Always/ }).click();
    await look(page, "question always");
    await asked.getByRole("button", { name: "Back" }).click();
    await refuse(page, "write");
    await atRest(page);
    await look(page, "refused");
    await say(page, "Clear it all");
    (await app.model.asked("Clear it all")).callAll(bash("d", "rm -rf old.txt"));
    const allow = question(page, "bash").getByRole("button", { name: "Allow once" });
    await expect.poll(() => allow.isEnabled()).toBe(true);
    await allow.click();
    await look(page, "question half pressed");
    await refuse(page, "bash");
    await atRest(page);
    await say(page, "Do much at once");
    (await app.model.asked("Do much at once")).callAll(
      write("a", "a.txt", "a\n"),
      write("b", "b.txt", "b\n"),
      bash("c", "git push --force"),
      { id: "f", name: "web_fetch", arguments: { url: "https://example.org/page" } },
    );
    await page.getByRole("region", { name: /wait for your answer/ }).waitFor();
    await look(page, "tray");
    await refuse(page, "write");
    await atRest(page);
  });

  it("with what was changed, beside it and as it was", async () => {
    const page = await open();
    await say(page, "Write two files");
    (await app.model.asked("Write two files")).callAll(
      { id: "t", name: "write_todos", arguments: { todos: [{ content: "Write two files", status: "in_progress" }] } },
      write("one", "more.md", "# Notes\n\nOne more.\n"),
      write("two", "new.txt", "new\n"),
    );
    await page.getByRole("button", { name: /^Allow 2/ }).click();
    (await app.model.asked("Write two files")).callAll(bash("fails", "cat missing.txt"));
    (await app.model.asked("Write two files")).say("Both are written: see `more.md:3`.");
    await atRest(page);
    await look(page, "done");
    const pane = page.getByRole("complementary");
    await page.getByRole("button", { name: "Show changes" }).click();
    await pane.locator(".file-changes").first().waitFor();
    await look(page, "changes");
    await pane.getByRole("button", { name: "Commit…" }).click();
    (await app.model.asked("last_commits")).say("Add a file\n");
    await look(page, "commit");
    for (const tab of ["Timeline", "Jobs", "Plan"]) {
      await pane.getByRole("tab", { name: tab }).click();
      await look(page, tab.toLowerCase());
    }
    await pane.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Steps" }).click();
    const line = page.getByRole("slider", { name: "Step" });
    await line.waitFor();
    await line.press("ArrowLeft");
    await look(page, "looked back");
    await page.getByRole("button", { name: "Steps" }).click();
    await page.getByRole("searchbox").first().fill("writ");
    await page.waitForTimeout(500);
    await look(page, "searched");
  });

  it("while the server is away", async () => {
    const page = await open(/ERR_|Failed to load|40\d|50\d/);
    await say(page, "Hello");
    (await app.model.asked("Hello")).say("Hello to you.");
    await atRest(page);
    await app.killServer();
    await page.getByText("The server does not answer").first().waitFor();
    await look(page, "server away");
    await app.startAgain();
  });
});
