import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { atRest, conversation, question, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** Two cards of one tool and one file have the same name, with the line and without it. */
const NAMED_ALIKE = /^landmark-unique at section\[data-call=/;

describe.skipIf(!hasBrowser)("the line of steps", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "a.txt": "0\n" }, args: ["--mode", "accept-edits", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  const line = (page: Page) => page.getByRole("slider", { name: "Step" });
  const fileOf = (name: string) => readFileSync(join(app.workspace, name), "utf8");
  const todos = (status: string) => ({ todos: [{ content: "Count", status }] });

  /** Two runs of four steps each: a file of its own is written step by step, and a plan kept. */
  async function talk(name: string, width: number): Promise<Page> {
    const page = await app.open({ context: { viewport: { width, height: 844 }, reducedMotion: "reduce" } });
    for (const run of [1, 2]) {
      const said = `${name} part ${run}`;
      await say(page, said);
      const write = (n: number) => ({
        id: `${name}${n}`,
        name: "write",
        arguments: { file_path: name, content: `${n}\n` },
      });
      const plan = (n: number, status: string) => ({
        id: `${name}p${n}`,
        name: "write_todos",
        arguments: todos(status),
      });
      const n = run * 10;
      (await app.model.asked(said)).text(`Begins ${n}.`).callAll(plan(n, run === 1 ? "pending" : "in_progress"));
      (await app.model.asked(said)).text(`Writes ${n + 1}.`).callAll(write(n + 1));
      (await app.model.asked(said)).text(`Writes ${n + 2}.`).callAll(write(n + 2), plan(n + 2, "completed"));
      (await app.model.asked(said)).say(`Done ${n}.`);
      await see(page, `Done ${n}.`);
      await atRest(page);
    }
    return page;
  }

  for (const width of [1_440, 390]) {
    it(`shows conversation, files and plan of a step, and goes on from there, at ${width} px`, async () => {
      const name = `f${width}.txt`;
      const page = await talk(name, width);
      await page.getByRole("button", { name: "Steps" }).click();
      await expect.poll(() => line(page).getAttribute("max")).toBe("7");
      expect(await line(page).getAttribute("aria-valuetext")).toMatch(/^Step 8 of 8 · now · answer$/);
      expect(await line(page).evaluate((element) => element === document.activeElement)).toBe(true);
      const box = await line(page).boundingBox();
      if (box === null) throw new Error("There is no line.");
      const at = (step: number) => box.x + 8 + ((box.width - 16) * (step - 1)) / 7;
      await page.mouse.move(at(8), box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(at(5), box.y + box.height / 2, { steps: 5 });
      await page.mouse.move(at(2), box.y + box.height / 2, { steps: 5 });
      await page.mouse.up();
      await expect.poll(() => line(page).inputValue()).toBe("1");
      await expect.poll(() => conversation(page).innerText()).toContain("Writes 11.");
      for (const later of ["Writes 12.", "Done 10.", "part 2"])
        expect(await conversation(page).innerText()).not.toContain(later);
      await line(page).press("ArrowRight");
      await line(page).press("ArrowRight");
      await line(page).press("ArrowRight");
      await line(page).press("ArrowRight");
      await see(page, "Writes 21.");
      expect(await line(page).getAttribute("aria-valuetext")).toMatch(/^Step 6 of 8 · .* · write$/);
      expect(await conversation(page).innerText()).not.toContain("Writes 22.");
      expect((await violations(page)).filter((one) => !NAMED_ALIKE.test(one))).toEqual([]);
      if (width > 1_065) {
        const pane = page.getByRole("complementary");
        await page
          .getByRole("button", { name: /in 1 file/ })
          .first()
          .click();
        await pane.getByText("Then: +1 −0").waitFor();
        expect(await pane.locator("ins, .tw-line").allInnerTexts()).toEqual(
          expect.arrayContaining([expect.stringContaining("21")]),
        );
        await pane.getByRole("tab", { name: "Plan" }).click();
        await pane.getByText("0 of 1 done").waitFor();
        expect((await violations(page)).filter((one) => !NAMED_ALIKE.test(one))).toEqual([]);
      }
      await page.getByRole("button", { name: "Go on from here" }).click();
      await page.getByText(`Later steps changed ${name}. Take that back, too?`).waitFor();
      expect(fileOf(name)).toBe("22\n");
      expect((await violations(page)).filter((one) => !NAMED_ALIKE.test(one))).toEqual([]);
      const address = page.url();
      await page.getByRole("button", { name: "Go on, files as they were" }).click();
      await expect.poll(() => page.url()).not.toBe(address);
      await see(page, "Writes 21.");
      await see(page, "Stopped.");
      expect(await conversation(page).innerText()).not.toContain("Writes 22.");
      expect(fileOf(name)).toBe("21\n");
      await say(page, `${name} otherwise`);
      const asked = await app.model.asked(`${name} otherwise`);
      const sent = JSON.stringify(asked.request.messages);
      expect(sent).toContain("Writes 21.");
      expect(sent).not.toContain("Writes 22.");
      asked.say("Otherwise.");
      await see(page, "Otherwise.");
    });
  }

  it("holds no question back: it can be looked back while one waits, and its button shows it again", async () => {
    const page = await talk("asks.txt", 1_200);
    await say(page, "asks more");
    (await app.model.asked("asks more")).callAll({ id: "ask", name: "bash", arguments: { command: "git push" } });
    await question(page, "bash").waitFor();
    await page.getByRole("button", { name: "Steps" }).click();
    await expect.poll(() => line(page).getAttribute("max")).toBe("7");
    await line(page).press("Home");
    await expect.poll(() => question(page, "bash").count()).toBe(0);
    await page.getByRole("button", { name: "Show the question" }).click();
    await question(page, "bash").getByRole("button", { name: "Refuse and stop" }).click();
    await atRest(page);
  });

  it("leaves a file alone that was changed since, says so, and comes back to now", async () => {
    const name = "mine.txt";
    const page = await talk(name, 1_200);
    writeFileSync(join(app.workspace, name), "mine\n");
    await page.getByRole("button", { name: "Steps" }).click();
    await line(page).press("Home");
    await expect.poll(() => line(page).inputValue()).toBe("0");
    await page.getByRole("button", { name: "Go on from here" }).click();
    await page.getByRole("button", { name: "Go on, files as they were" }).click();
    await page.getByRole("button", { name: "Take them back anyway" }).waitFor();
    expect(fileOf(name)).toBe("mine\n");
    await page.getByRole("button", { name: "Back to now" }).click();
    await see(page, "Done 20.");
    expect(await line(page).count()).toBe(0);
    await say(page, `${name} part 3`);
    (await app.model.asked(`${name} part 3`)).say("Still here.");
    await see(page, "Still here.");
  });
});
