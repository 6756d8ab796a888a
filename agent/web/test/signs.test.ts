import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, card, conversation, openFold, say, see, stands } from "./support/talk.ts";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { startWebApp, type WebApp, type WebAppOptions } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("what is drawn beside words", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await served({ tools: TOOLS_MODULE, files: { "a.txt": "one\n", "c.txt": "three\n" } });
  });
  afterAll(() => app.close());

  it("is a sign of its own for each kind of tool, and one for all that are not known", async () => {
    const page = await app.open();
    await say(page, "Use all kinds");
    writeFileSync(join(app.workspace, "gate"), "");
    const asked = {
      read: { file_paths: ["a.txt"] },
      ls: { path: "." },
      grep: { pattern: "one" },
      glob: { pattern: "*.txt" },
      write: { file_path: "b.txt", content: "two\n" },
      edit: { file_path: "a.txt", old_string: "one", new_string: "1" },
      bash: { command: "echo said" },
      write_todos: { todos: [{ content: "Look", status: "pending" }] },
      get_current_time: {},
      hold: { gate: join(app.workspace, "gate") },
    };
    const calls = Object.entries(asked).map(([name, given]) => ({ id: name, name, arguments: given }));
    (await app.model.asked("Use all kinds")).callAll(...calls);
    (await app.model.asked("Use all kinds")).say("All used.");
    await atRest(page);
    await openAllFolds(page);
    const signs = new Map<string, string>();
    for (const { name } of calls) {
      // A fold that was opened grows: its cards have their size when it stands still.
      const read = async () => signs.set(name, await signOf(card(page, name))).get(name);
      await expect.poll(read, { message: name }).not.toBe("");
    }
    expect(signs.get("glob")).toBe(signs.get("grep"));
    expect(new Set(signs.values()).size, "grep and glob both search").toBe(calls.length - 1);
  });

  it.each([
    ["tells what goes on and what comes", "no-preference", ["pulse", "tw-pulse", "tw-unfold", "transform"]],
    ["is still where no motion is wanted", "reduce", []],
  ] as const)("%s", async (_, reducedMotion, expected) => {
    const page = await app.open({ context: { reducedMotion } });
    await page.evaluate(watchMotion);
    const said = `Go on: ${reducedMotion}`;
    await say(page, said);
    const turn = await app.model.asked(said);
    await page.locator('.composer-status[data-active="true"]').waitFor();
    turn.text("I write");
    await see(page, "I write");
    turn.callAll(
      { id: `${reducedMotion}-r`, name: "read", arguments: { file_paths: ["c.txt"] } },
      {
        id: `${reducedMotion}-b`,
        name: "bash",
        arguments: { command: `until [ -e ${reducedMotion} ]; do sleep 0.1; done` },
      },
    );
    await stands(card(page, "bash"), "Running");
    writeFileSync(join(app.workspace, reducedMotion), "");
    (await app.model.asked(said)).say("Gone on.");
    await atRest(page);
    const fold = await openFold(page, /^Finished calls/);
    await fold.locator(".tw-fold-body").waitFor();
    const moved = () => page.evaluate(() => [...(Reflect.get(globalThis, "moved") as Set<string>)].sort());
    for (const name of expected) await expect.poll(moved).toContain(name);
    if (expected.length === 0) expect(await moved()).toEqual([]);
    const moving = () => page.evaluate(() => document.getAnimations().length);
    await expect.poll(moving, { message: "it ends" }).toBe(0);
  });
});

describe.skipIf(!hasBrowser)("how full the model's memory is", () => {
  const meter = (page: Page) => page.getByRole("meter");
  const context = (page: Page) => page.locator(".usage").getByText(/^Context: /);

  it("is drawn where its window is known, after each answer and when it is opened again", async () => {
    const app = await served({ args: ["--context-window", "1000"] });
    onTestFinished(() => app.close());
    const page = await app.open();
    expect(await meter(page).count(), "before anything was counted").toBe(0);
    await say(page, "Fill it");
    (await app.model.asked("Fill it")).text("A little.").end();
    await see(page, "A little.");
    await page.getByText("Context: 12% of 1k tokens", { exact: true }).waitFor();
    expect(await measured(meter(page))).toEqual({ value: 0.12, min: 0, max: 1, name: "Context: 12% of 1k tokens" });
    await say(page, "Fill it more");
    (await app.model.asked("Fill it more")).text("More.").end(480);
    await page.getByText("Context: 50% of 1k tokens", { exact: true }).waitFor();
    const more = { value: 0.5, min: 0, max: 1, name: "Context: 50% of 1k tokens" };
    expect(await measured(meter(page))).toEqual(more);
    await page.reload();
    await context(page).waitFor();
    expect(await measured(meter(page))).toEqual(more);
  });

  it("is a number without a window, and nothing where nobody counts", async () => {
    const app = await served();
    onTestFinished(() => app.close());
    const page = await app.open();
    await say(page, "Count nothing");
    (await app.model.asked("Count nothing")).text("Nothing counted.").end(0);
    await see(page, "Nothing counted.");
    await atRest(page);
    expect(await context(page).count()).toBe(0);
    await say(page, "Count it");
    (await app.model.asked("Count it")).text("Counted.").end(1_480);
    await page.getByText("Context: 1.5k tokens", { exact: true }).waitFor();
    expect(await meter(page).count()).toBe(0);
  });
});

async function served(options: WebAppOptions = {}): Promise<WebApp> {
  return startWebApp({ ...options, args: ["--yes", "--sandbox", "off", ...(options.args ?? [])] });
}

/** Notes on the page what begins to move: names of animations and of properties that pass over. */
function watchMotion(): void {
  const moved = new Set<string>();
  Reflect.set(globalThis, "moved", moved);
  document.addEventListener("animationstart", ({ animationName }) => moved.add(animationName), true);
  document.addEventListener("transitionrun", ({ propertyName }) => moved.add(propertyName), true);
}

function measured(meter: Locator) {
  return meter.evaluate((element) => {
    const { value, min, max } = element as HTMLMeterElement;
    return { value, min, max, name: element.getAttribute("aria-label") };
  });
}

/** The lines of a card's sign, as they are drawn; empty where nothing is to be seen. */
function signOf(shown: Locator): Promise<string> {
  return shown
    .locator(".tw-card-mark svg")
    .first()
    .evaluate((sign) => {
      const { width, height } = sign.getBoundingClientRect();
      const { stroke } = getComputedStyle(sign);
      const isSeen = width === 16 && height === 16 && stroke !== "none";
      return isSeen ? (sign.querySelector("path")?.getAttribute("d") ?? "") : "";
    });
}

/** Opens every line of finished calls. */
async function openAllFolds(page: Page): Promise<void> {
  const closed = conversation(page).locator('.tw-fold-toggle[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
}
