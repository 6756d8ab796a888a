import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { allowOnce, atRest, card, composer, question, say, see, stands } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("questions on the page", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "one.txt": "", "two.txt": "" }, args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  const there = (name: string) => existsSync(join(app.workspace, name));

  async function ask(said: string, ...commands: readonly string[]): Promise<Page> {
    const page = await app.open({ context: { viewport: { width: 1_200, height: 600 } } });
    await say(page, said);
    const calls = commands.map((command, place) => ({ id: `${said}-${place}`, name: "bash", arguments: { command } }));
    (await app.model.asked(said)).callAll(...calls);
    await question(page, "bash").first().waitFor();
    return page;
  }

  it("shows the command once, and the risk in words", async () => {
    const page = await ask("Shown once", "touch shown.txt");
    const shown = card(page, "bash").locator("pre", { hasText: "touch shown.txt" });
    await expect.poll(() => shown.filter({ visible: true }).count()).toBe(1);
    await question(page, "bash").getByText("cannot be undone. No sandbox holds it.").waitFor();
    await question(page, "bash").getByRole("button", { name: "Refuse and stop" }).click();
    await atRest(page);
  });

  it("is answered by 1, 2 and 3, and not while somebody writes", async () => {
    const page = await ask("By one", "touch by-one.txt");
    await composer(page).fill("");
    await composer(page).press("1");
    expect(await composer(page).inputValue()).toBe("1");
    await composer(page).fill("");
    await settled(page);
    await page.keyboard.press("1");
    await page.keyboard.press("1");
    const second = await app.model.asked("By one");
    expect(there("by-one.txt")).toBe(true);
    const isPressed = await pressAsItAppears(page, "1");
    second.callAll({ id: "second", name: "bash", arguments: { command: "chmod 600 one.txt" } });
    await page.waitForFunction(isPressed);
    await settled(page);
    await page.keyboard.press("2");
    await question(page, "bash").getByText("Bash(chmod 600 one.txt)").waitFor();
    await question(page, "bash").focus();
    await page.keyboard.press("1");
    (await app.model.asked("By one")).callAll({
      id: "third",
      name: "bash",
      arguments: { command: "touch by-three.txt" },
    });
    await question(page, "bash").waitFor();
    await settled(page);
    await page.keyboard.press("3");
    await question(page, "bash").getByRole("textbox").fill("Not this.");
    await question(page, "bash").getByRole("button", { name: "Refuse", exact: true }).click();
    const after = await app.model.asked("By one");
    expect(after.lastMessage).toContain("Not this.");
    after.say("All three.");
    await see(page, "All three.");
    expect(there("by-three.txt")).toBe(false);
  });

  it("takes a yes to what cannot be undone when it is held, or pressed twice", async () => {
    writeFileSync(join(app.workspace, "twice.txt"), "twice\n");
    const page = await ask("Twice", "rm -rf twice.txt");
    const allow = question(page, "bash").getByRole("button", { name: "Allow once" });
    const half = question(page, "bash").getByText("hold the button for a moment, or press it once more");
    await settled(page);
    // A double click is one press.
    await allow.dblclick();
    await half.waitFor();
    expect(await violations(page), "half pressed").toEqual([]);
    expect(there("twice.txt")).toBe(true);
    await page.keyboard.press("1");
    const second = await app.model.asked("Twice");
    expect(there("twice.txt")).toBe(false);
    second.callAll({ id: "second", name: "bash", arguments: { command: "git push --force nowhere" } });
    await half.waitFor({ state: "detached" });
    await allow.click({ delay: 1_500 });
    const third = await app.model.asked("Twice");
    third.callAll({ id: "third", name: "bash", arguments: { command: "rm -rf one.txt" } });
    await settled(page);
    await allow.click({ delay: 200 });
    await half.waitFor();
    // Who slides away has thought better of it.
    await allow.hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.waitForTimeout(1_000);
    await page.mouse.up();
    await half.waitFor();
    expect(there("one.txt")).toBe(true);
    await question(page, "bash").getByRole("button", { name: "Refuse and stop" }).click();
    await atRest(page);
  });

  it("has a tray that names each call of a step, and allows together what can be undone and nothing else", async () => {
    const page = await app.open();
    await say(page, "A trap");
    const write = (name: string) => ({ id: name, name: "write", arguments: { file_path: name, content: "x" } });
    const run = (command: string) => ({ id: command, name: "bash", arguments: { command } });
    const commands = ["rm -rf two.txt", "git push --force"].map(run);
    const calls = [write("trap.txt"), write("later.txt"), write("not.txt"), ...commands];
    (await app.model.asked("A trap")).callAll(...calls);
    const tray = page.getByRole("region", { name: "5 calls wait for your answer" });
    const ticks = tray.getByRole("checkbox");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `the tray, ${colorScheme}`).toEqual([]);
    }
    await expect.poll(() => ticks.count()).toBe(3);
    const lines = await tray.getByRole("listitem").allInnerTexts();
    expect(lines.map((line) => line.split("\n")[0])).toEqual([
      ...["write trap.txt +1 −0", "write later.txt +1 −0", "write not.txt +1 −0"],
      ...["bash rm -rf two.txt is answered on its own, below.", "bash git push --force is answered on its own, below."],
    ]);
    expect(await tray.innerText()).toMatch(
      /It reaches the files that it names, and can be undone\.[\s\S]*cannot be undone\./,
    );
    // The page leads to it, and nothing is answered before its beginning was in view.
    await expect.poll(() => ticks.first().isEnabled()).toBe(true);
    await ticks.first().focus();
    for (const key of ["j", "j", "x", "k"]) await page.keyboard.press(key);
    expect(await tray.getByRole("button", { name: "Allow 2 that stay in this folder" }).count()).toBe(1);
    const sent = page.waitForRequest((request) => request.method() === "POST" && /approvals/.test(request.url()));
    await page.keyboard.press("Enter");
    // The answer is to what was shown of each.
    const preview = expect.stringMatching(/^[0-9a-f]{64}$/);
    const also = [{ approvalId: expect.any(String), preview }];
    expect((await sent).postDataJSON()).toEqual({ approve: true, preview, also });
    await expect.poll(() => [there("trap.txt"), there("later.txt"), there("not.txt")]).toEqual([true, true, false]);
    await question(page, "write").getByRole("button", { name: "Refuse and stop" }).click();
    await atRest(page);
    expect([there("two.txt"), there("not.txt")]).toEqual([true, false]);
  });

  it("goes to where the work goes on once it is answered", async () => {
    const page = await app.open({ context: { viewport: { width: 1_200, height: 600 } } });
    await say(page, "Long and on");
    const content = Array.from({ length: 80 }, (_, n) => `line ${n}\n`).join("");
    const after = Array.from({ length: 6 }, (_, n) => ({
      id: `p${n}`,
      name: "bash",
      arguments: { command: `ls; echo ${n}` },
    }));
    const asked = { id: "w", name: "write", arguments: { file_path: "long-and-on.txt", content } };
    (await app.model.asked("Long and on")).callAll(asked, ...after);
    await settled(page, "write");
    await page.keyboard.press("1");
    const turn = await app.model.asked("Long and on");
    turn.text(Array.from({ length: 40 }, (_, n) => `Paragraph ${n}.\n\n`).join(""));
    turn.say("Gone on.");
    await see(page, "Gone on.");
    await atRest(page);
    const left = () =>
      page.evaluate(() => {
        const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = document.querySelector(".thread-viewport") ?? {};
        return scrollHeight - scrollTop - clientHeight;
      });
    await expect.poll(left).toBeLessThan(8);
  });

  it("shows of a write over a large file what happens, counted whole, and its answer names what was shown", async () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");
    writeFileSync(join(app.workspace, "large.txt"), lines(1, 600));
    const page = await app.open();
    await say(page, "Large");
    const file_path = "large.txt";
    (await app.model.asked("Large")).callAll({ id: "r", name: "read", arguments: { file_paths: [file_path] } });
    const content = `${lines(1, 300)}${lines(901, 972)}${lines(473, 600)}`;
    (await app.model.asked("Large")).callAll({ id: "w", name: "write", arguments: { file_path, content } });
    await question(page, "write").waitFor();
    await card(page, "write").getByText("+72 −172").waitFor();
    await card(page, "write").getByText("line 901", { exact: true }).waitFor();
    expect(await card(page, "write").getByText("line 42", { exact: true }).count()).toBe(0);
    const sent = page.waitForRequest((request) => request.method() === "POST" && /approvals/.test(request.url()));
    await allowOnce(question(page, "write"));
    expect((await sent).postDataJSON()).toMatchObject({
      approve: true,
      preview: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    (await app.model.asked("Large")).say("Written.");
    await see(page, "Written.");
    expect(readFileSync(join(app.workspace, "large.txt"), "utf8")).toBe(content);
    await card(page, "write").getByText("+72 −172").waitFor();
  });

  it("keeps the one that asks in view, whatever waits behind it, and follows the newest again after the last", async () => {
    const page = await ask("In view", ...Array.from({ length: 6 }, (_, place) => `touch behind-${place}.txt`));
    await expect.poll(() => question(page, "bash").count()).toBe(6);
    for (const place of [0, 1, 2, 3, 4, 5]) {
      const asked = question(page, "bash").filter({ hasText: `touch behind-${place}.txt` });
      const allow = asked.getByRole("button", { name: "Allow once" });
      await expect.poll(() => isInView(allow), { message: `of call ${place}` }).toBe(true);
      await allowOnce(asked);
      await asked.waitFor({ state: "detached" });
    }
    (await app.model.asked("In view")).say(`${"A line.\n\n".repeat(30)}The last line.`);
    await atRest(page);
    await expect.poll(() => isInView(page.getByText("The last line."))).toBe(true);
  });

  /** A write of so many lines, in a window of this height. */
  async function askToWrite(said: string, { height, lines }: { readonly height: number; readonly lines: number }) {
    const page = await app.open({ context: { viewport: { width: 1_280, height } } });
    await say(page, said);
    const content = Array.from({ length: lines }, (_, line) => `line ${line}`).join("\n");
    const file_path = `${said.replaceAll(" ", "-")}.txt`;
    const write = () => ({ id: said, name: "write", arguments: { file_path, content } });
    return { page, file_path, write, turn: await app.model.asked(said) };
  }

  it.each([900, 720, 600, 420])(
    "begins with what would be done, in a window of %i pixels, before it is answered",
    async (height) => {
      const { page, write, turn, file_path } = await askToWrite(`From the top ${height}`, { height, lines: 200 });
      turn.callAll(write());
      const allow = question(page, "write").getByRole("button", { name: "Allow once" });
      const head = card(page, "write").getByRole("button", { name: /Waiting for your answer/ });
      const first = card(page, "write").getByText("line 0", { exact: true });
      await expect.poll(() => allow.isEnabled()).toBe(true);
      // Where there is room, the answers are in view with it, without a scroll.
      await expect
        .poll(async () => [await isInView(head), await isInView(first), await isInView(allow)])
        .toEqual([true, true, height >= 600]);
      await allowOnce(question(page, "write"));
      (await app.model.asked(`From the top ${height}`)).say("Written.");
      await see(page, "Written.");
      expect(there(file_path)).toBe(true);
    },
  );

  it("takes no answer, nor a key, before its beginning was in view", async () => {
    const { page, write, turn, file_path } = await askToWrite("Out of sight", { height: 600, lines: 20 });
    turn.say(`${"A line.\n\n".repeat(60)}The last line.`);
    await atRest(page);
    await say(page, "Now write");
    const next = await app.model.asked("Now write");
    await page.locator(".thread-viewport").getByText("Now write", { exact: true }).waitFor();
    await page.waitForTimeout(500);
    await page.locator(".thread-viewport").evaluate((view) => view.scrollTo({ top: 0 }));
    next.callAll(write());
    const allow = question(page, "write").getByRole("button", { name: "Allow once" });
    await allow.waitFor();
    await page.waitForTimeout(800);
    expect(await allow.isDisabled()).toBe(true);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press("1");
    await page.waitForTimeout(200);
    expect([there(file_path), await question(page, "write").count()]).toEqual([false, 1]);
    await page.getByRole("button", { name: "Show the question" }).click();
    await expect.poll(() => allow.isEnabled()).toBe(true);
    expect(await isInView(card(page, "write").getByText("line 0", { exact: true }))).toBe(true);
    await allowOnce(question(page, "write"));
    (await app.model.asked("Now write")).say("Written.");
    await see(page, "Written.");
    expect(there(file_path)).toBe(true);
  });

  it("edits: an argument is left out, another is added, or all is written as JSON", async () => {
    const page = await app.open();
    await say(page, "Edit these");
    const given = { command: "touch edited-a.txt", description: "Makes a file." };
    (await app.model.asked("Edit these")).callAll({ id: "e1", name: "bash", arguments: given });
    const asked = question(page, "bash");
    await asked.getByRole("button", { name: "Edit arguments" }).click();
    await asked.getByRole("button", { name: "Leave out description" }).click();
    await asked.getByRole("button", { name: "Add an argument" }).click();
    await asked.getByRole("textbox", { name: "Name of the new argument" }).fill("timeout");
    await asked.getByRole("textbox", { name: "Value of the new argument" }).fill("9");
    await asked.getByRole("button", { name: "Edit as JSON" }).click();
    const json = asked.getByRole("textbox", { name: "Arguments (JSON)" });
    expect(JSON.parse(await json.inputValue())).toEqual({ command: "touch edited-a.txt", timeout: 9 });
    await json.fill('{"command":"touch edited-b.txt"');
    await asked.getByRole("alert").getByText("not JSON").waitFor();
    await json.fill('{"command":"touch edited-b.txt"}');
    await asked.getByRole("button", { name: "Allow with these arguments" }).click();
    (await app.model.asked("Edit these")).say("Edited.");
    await see(page, "Edited.");
    expect([there("edited-a.txt"), there("edited-b.txt")]).toEqual([false, true]);
  });

  it("keeps what is being answered, however soon after it was asked, when what stands before it moves", async () => {
    const page = await app.open();
    await page.evaluate(() => {
      const look = new MutationObserver(() => {
        const edit = [...document.querySelectorAll("button")].find((one) => one.textContent === "Edit arguments…");
        if (edit === undefined || edit.matches(":disabled")) return;
        look.disconnect();
        edit.click();
      });
      look.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await say(page, "Edit at once");
    (await app.model.asked("Edit at once")).callAll(
      { id: "e1", name: "read", arguments: { file_paths: ["one.txt"] } },
      { id: "e2", name: "write_todos", arguments: { todos: [{ content: "Tests", status: "pending" }] } },
      { id: "e3", name: "write", arguments: { file_path: "three.txt", content: "3\n" } },
    );
    await page.getByRole("region", { name: /^Finished calls/ }).waitFor();
    await question(page, "write").getByRole("button", { name: "Back" }).click();
    await question(page, "write").getByRole("button", { name: "Refuse and stop" }).click();
    await atRest(page);
  });

  it("is refused with what is written in the composer", async () => {
    const page = await ask("Note from below", "touch below.txt");
    await composer(page).fill("Use the other folder.");
    await composer(page).press("Enter");
    const after = await app.model.asked("Note from below");
    expect(after.lastMessage).toContain("Use the other folder.");
    after.say("I see.");
    await see(page, "I see.");
    await stands(card(page, "bash"), "Refused");
    expect(await composer(page).inputValue()).toBe("");
    expect(there("below.txt")).toBe(false);
  });

  it("says why it cannot be allowed for always", async () => {
    const page = await ask("Never always", "git push --force");
    await question(page, "bash").getByText("git push --force cannot be taken back. It is asked every time;").waitFor();
    expect(await question(page, "bash").getByRole("button", { name: "Always allow" }).count()).toBe(0);
    await question(page, "bash").getByRole("button", { name: "Refuse and stop" }).click();
    await atRest(page);
  });

  it("saved rules are listed in the settings and can be taken back: then it is asked again", async () => {
    const page = await ask("Save it", "mkdir saved-dir");
    await question(page, "bash").getByRole("button", { name: "Always allow" }).click();
    const rule = await question(page, "bash").getByRole("listitem").first().locator("code").innerText();
    await question(page, "bash").getByRole("button", { name: "Save and allow" }).click();
    (await app.model.asked("Save it")).say("Saved.");
    await see(page, "Saved.");
    await atRest(page);
    await page.getByRole("button", { name: "Settings" }).click();
    const settings = page.getByRole("dialog", { name: "Settings" });
    await settings.getByText("Commands run without a sandbox.").waitFor();
    await settings.getByRole("button", { name: `Take back ${rule}` }).click();
    await settings.getByRole("button", { name: `Take back ${rule}` }).waitFor({ state: "detached" });
    await settings.getByRole("button", { name: "Close" }).click();
    await say(page, "Once more");
    (await app.model.asked("Once more")).callAll({
      id: "again",
      name: "bash",
      arguments: { command: "mkdir saved-again" },
    });
    await question(page, "bash").waitFor();
    expect(there("saved-again")).toBe(false);
    await question(page, "bash").getByRole("button", { name: "Refuse and stop" }).click();
  });

  it("tells of a question on the desktop while the page is hidden, once it was asked for", async () => {
    const page = await app.open({ context: { permissions: ["notifications"] } });
    await page.addInitScript(() => {
      const shown: string[] = [];
      Object.assign(globalThis, { shown });
      class Told {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title: string) {
          shown.push(title);
        }
      }
      Object.assign(globalThis, { Notification: Told });
    });
    await page.reload();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: "Notify me of questions" }).check();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await say(page, "While hidden");
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    });
    (await app.model.asked("While hidden")).callAll({
      id: "h",
      name: "bash",
      arguments: { command: "touch hidden.txt" },
    });
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, "shown"))).toEqual(["Run bash?"]);
  });
});

/** Presses a key in the page itself: from here it could come too late. What it gives turns true once that was done. */
async function pressAsItAppears(page: Page, key: string): Promise<() => boolean> {
  await page.evaluate((pressed) => {
    const press = (box: Element) => {
      box.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true }));
      document.body.dataset.pressed = "";
    };
    const observer = new MutationObserver(() => {
      const box = document.querySelector(".tw-ask");
      if (box === null) return;
      observer.disconnect();
      // By then it hears keys.
      setTimeout(press, 50, box);
    });
    observer.observe(document.body, { subtree: true, childList: true });
  }, key);
  return () => document.body.dataset.pressed !== undefined;
}

/** Whether all of it can be seen: nothing lies over it, and it is not scrolled away. */
function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const corners = [1, height - 1].map((down) => document.elementFromPoint(x + width / 2, y + down));
    return corners.every((seen) => seen !== null && node.contains(seen));
  });
}

/** Nothing answers by key in the moment in which a question appears. */
async function settled(page: Page, tool = "bash"): Promise<void> {
  const allow = question(page, tool).getByRole("button", { name: "Allow once" });
  await expect.poll(() => allow.isEnabled()).toBe(true);
  await page.waitForTimeout(800);
  await question(page, tool).focus();
}
