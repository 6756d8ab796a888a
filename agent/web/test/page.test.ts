import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { makeGate } from "./support/gate.ts";
import { allowOnce, atRest, card, composer, conversation, question, say, see, stands } from "./support/talk.ts";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const DOT_PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe.skipIf(!hasBrowser)("the page", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ tools: TOOLS_MODULE, args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  it("takes the token at the door when it is opened without one, also as the whole address, and says when it is wrong", async () => {
    const page = await app.open({ expectedErrors: /401/ });
    // Its files come with the cookie.
    await composer(page).waitFor();
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(new URL("/", app.url).href);
    await page.getByRole("alert").getByText("needs the token of the server").waitFor();
    await page.getByLabel("Token or full address").fill("wrong");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("alert").getByText("That is not the token of this server").waitFor();
    await page.getByLabel("Token or full address").fill(app.url);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("heading", { name: "What would you like to do?" }).waitFor();
    expect(page.url()).not.toContain("token");
  });

  it("goes on when the thread is deleted elsewhere: what was being written stays, and begins another", async () => {
    // What is asked of the thread meanwhile is told that it is gone.
    const page = await app.open({ expectedErrors: /status of 404/ });
    await say(page, "To be deleted");
    (await app.model.asked("To be deleted")).say("Said.");
    await see(page, "Said.");
    await atRest(page);
    const id = new URL(page.url()).hash.slice(1);
    await composer(page).fill("Half written");
    await app.send(`/api/threads/${id}`, undefined, "DELETE");
    await page.getByRole("alert").getByText("This conversation was deleted.").waitFor();
    expect(await composer(page).inputValue()).toBe("Half written");
    expect(new URL(page.url()).hash).toBe("");
  });

  it("is usable at 360 px: nothing scrolls sideways, the threads are a drawer, questions can be answered", async () => {
    const page = await app.open({ context: { viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true } });
    const said = `Narrow ${"wide".repeat(40)}`;
    await say(page, said);
    const command = `touch narrow.txt # ${"long ".repeat(60)}`;
    const turn = await app.model.asked(said);
    turn.text(`\`\`\`\n${"code ".repeat(100)}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${"x".repeat(200)} | y |\n\n`);
    turn.callAll({ id: "n", name: "bash", arguments: { command } });
    await question(page, "bash").waitFor();
    await expectNoSidewaysScroll(page);
    await page.evaluate(() => document.querySelector(".thread-viewport")?.scrollTo(0, 0));
    await page.getByRole("button", { name: "Show the question" }).click();
    await expect.poll(() => inView(question(page, "bash").getByRole("button", { name: "Allow once" }))).toBe(true);
    await page.evaluate(() => (location.hash = ""));
    await page.getByRole("link", { name: "1 waiting for you" }).waitFor();
    expect(await inView(page.getByRole("button", { name: "Timeline" }))).toBe(true);
    await page.getByRole("link", { name: "1 waiting for you" }).click();
    await allowOnce(question(page, "bash"));
    (await app.model.asked(said)).say("Narrow but fine.");
    await see(page, "Narrow but fine.");
    await page.getByRole("button", { name: "Conversations", exact: true }).click();
    const drawer = page.getByRole("navigation", { name: "Conversations" });
    await drawer.getByRole("button", { name: "New conversation" }).click();
    await composer(page).fill("In view?");
    expect(await inView(composer(page))).toBe(true);
    await page.getByRole("button", { name: "Timeline" }).click();
    await page.getByRole("complementary", { name: "Timeline" }).waitFor();
    await expectNoSidewaysScroll(page);
  });

  it("can be used with the keyboard alone, from the message to the answer of a question", async () => {
    const page = await app.open();
    await tabTo(page, composer(page));
    await page.keyboard.type("Only keys");
    await page.keyboard.press("Enter");
    const command = "touch keys.txt";
    (await app.model.asked("Only keys")).callAll({ id: "k", name: "bash", arguments: { command } });
    await question(page, "bash").waitFor();
    await page.keyboard.press("Enter");
    await stands(card(page, "bash"), "Waiting for your answer");
    await tabTo(page, question(page, "bash").getByRole("button", { name: "Allow once" }), "Shift+Tab");
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(ring, "what has the focus is marked").not.toBe("none");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    (await app.model.asked("Only keys")).say("By key.");
    await see(page, "By key.");
    await atRest(page);
    await tabTo(page, composer(page));
    await page.keyboard.type("Stop by key");
    await page.keyboard.press("Enter");
    (await app.model.asked("Stop by key")).text("Still going, ");
    await see(page, "Still going,");
    await page.keyboard.press("Escape");
    await see(page, "Stopped.");
  });

  it("follows the system's light and dark, both with enough contrast", async () => {
    const shades = [];
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await app.open({ context: { colorScheme } });
      shades.push(await page.evaluate(textAndGround));
    }
    const [light, dark] = shades;
    expect(light?.ground).toBeGreaterThan(0.8);
    expect(dark?.ground).toBeLessThan(0.1);
    for (const { text, ground } of shades) {
      const [high, low] = [Math.max(text, ground), Math.min(text, ground)];
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(7);
    }
  });

  it("shows parallel calls side by side in the timeline, filters it, and shows data", async () => {
    const gates = ["left.gate", "right.gate"].map((name) => makeGate(app.workspace, name));
    const page = await app.open();
    await say(page, "Time them");
    (await app.model.asked("Time them")).callAll(
      ...gates.map(({ path }) => ({ id: path, name: "hold", arguments: { gate: path } })),
    );
    for (const place of [0, 1]) await card(page, "hold", place).getByText("waiting at").first().waitFor();
    for (const gate of gates) await gate.open();
    (await app.model.asked("Time them")).say("Timed.");
    await see(page, "Timed.");
    await page.getByRole("button", { name: "Timeline" }).click();
    const timeline = page.getByRole("complementary", { name: "Timeline" });
    const calls = timeline.locator('.timeline-row[data-kind="tools"]').filter({ hasText: "hold" });
    await calls.nth(1).waitFor();
    const [first, second] = await Promise.all(
      [0, 1].map((place) => calls.nth(place).locator(".timeline-bar").boundingBox()),
    );
    if (!first || !second) throw new Error("A bar is missing.");
    expect(Math.min(first.x + first.width, second.x + second.width)).toBeGreaterThan(Math.max(first.x, second.x));
    await timeline.getByRole("checkbox", { name: "Tools" }).uncheck();
    await calls.first().waitFor({ state: "detached" });
    await timeline.getByRole("checkbox", { name: "Tools" }).check();
    await timeline.getByRole("searchbox", { name: "Filter events" }).fill("right.gate");
    await expect.poll(() => calls.count()).toBe(1);
    await calls.first().click();
    await timeline
      .getByRole("region", { name: /^Data of/ })
      .getByText("right.gate")
      .first()
      .waitFor();
  });

  it("takes model and tools to the server, also after a reload", async () => {
    const page = await app.open();
    await page.getByRole("button", { name: "Tools: all" }).click();
    await page.getByRole("group", { name: "Tools" }).getByRole("checkbox", { name: "bash", exact: true }).uncheck();
    await page.keyboard.press("Escape");
    await page.reload();
    await say(page, "Which tools?");
    const { request } = await app.model.asked("Which tools?").then((turn) => {
      turn.say("Some.");
      return turn;
    });
    const names = request.tools?.map((tool) => tool.function.name);
    expect(names).toContain("read");
    expect(names).not.toContain("bash");
    await see(page, "Some.");
    // What is said before the run has ended would be said to that run, and to its model.
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "hidden" });
    await page.getByRole("combobox", { name: "Model" }).selectOption("offline");
    await say(page, "What time is it?");
    await see(page, "I am not a language model");
  });

  it("sends an attached image to the model", async () => {
    const page = await app.open();
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    const image = { name: "dot.png", mimeType: "image/png", buffer: Buffer.from(DOT_PNG, "base64") };
    await (await choosing).setFiles(image);
    await page.getByRole("button", { name: "Remove dot.png" }).waitFor();
    await say(page, "What is this?");
    const turn = await app.model.asked("What is this?");
    expect(turn.lastMessage).toContain(`data:image/png;base64,${DOT_PNG}`);
    turn.say("A dot.");
    await see(page, "A dot.");
    await conversation(page).getByRole("img", { name: "Sent by you" }).waitFor();
  });

  it("gives every control a name", async () => {
    const page = await app.open();
    await say(page, "Name them");
    (await app.model.asked("Name them")).callAll({ id: "nm", name: "bash", arguments: { command: "touch named.txt" } });
    await question(page, "bash").waitFor();
    await page.getByRole("button", { name: "Timeline" }).click();
    await page.getByRole("complementary", { name: "Timeline" }).locator(".timeline-row").first().waitFor();
    await page.getByRole("button", { name: "Tools: all" }).click();
    const snapshot = await page.locator("body").ariaSnapshot();
    expect(snapshot).toContain('checkbox "bash"');
    expect(snapshot).not.toMatch(/^\s*- '?(button|link|textbox|searchbox|checkbox|combobox|dialog|region|img)(?! ")/m);
  });
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

/** Whether all of it is inside a window of 360 by 700 pixels. */
async function inView(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 700;
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error("It cannot be reached with the keyboard.");
}

/** Relative luminance (WCAG 2.2) of the page's text and of what is behind it. */
function textAndGround(): { readonly text: number; readonly ground: number } {
  const canvas = document.createElement("canvas").getContext("2d");
  const luminance = (color: string) => {
    if (canvas === null) return Number.NaN;
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
      const share = byte / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { color, backgroundColor } = getComputedStyle(document.body);
  return { text: luminance(color), ground: luminance(backgroundColor) };
}
