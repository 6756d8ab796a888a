import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SHORTEST_MS } from "../src/cards/stretch/fold-words.ts";
import { hasBrowser } from "./support/browser.ts";
import {
  allowOnce,
  atRest,
  card,
  composer,
  conversation,
  hasSettled,
  openFold,
  question,
  say,
  see,
} from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** Runs from right to left, and would turn what follows. */
const TURNED = "مرحبا\u202eabc";
const PROSE =
  "It was the rounding that lost a cent in every third order, so it is done once, at the end of the sum. ".repeat(4);

describe.skipIf(!hasBrowser)("the look of the page", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "a.js": "let a = 1;\n" }, args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  it("has a face, text of 16 on 26 pixels in lines of some 75 letters, and targets of 32 pixels", async () => {
    const page = await app.open();
    await page.getByRole("heading", { name: "Toolwright", exact: true }).locator("svg").waitFor();
    expect(await page.locator('link[rel="icon"]').getAttribute("href")).toMatch(/^data:image\/svg/);
    await page.getByRole("button", { name: "Tools: all" }).click();
    expect(await smallTargets(page), "with the tools to choose from").toEqual([]);
    await page.keyboard.press("Escape");
    await say(page, "Mend the sum");
    (await app.model.asked("Mend the sum")).callAll(
      { id: "l1", name: "read", arguments: { file_paths: ["a.js"] } },
      { id: "l2", name: "write_todos", arguments: { todos: [{ content: "Tests", status: "pending" }] } },
      { id: "l3", name: "write", arguments: { file_path: "b.js", content: "let b;\n" } },
    );
    await question(page, "write").getByRole("button", { name: "Edit arguments" }).click();
    expect(await smallTargets(page), "with a question").toEqual([]);
    await question(page, "write").getByRole("button", { name: "Back" }).click();
    await allowOnce(question(page, "write"));
    const answer = `# Mended\n\n${PROSE}\n\n\`\`\`js\nlet a;\n\`\`\``;
    (await app.model.asked("Mend the sum")).say(answer);
    await atRest(page);
    const prose = conversation(page).locator(".markdown p").last();
    const { size, height, letters } = await prose.evaluate(measured);
    expect([size, height]).toEqual(["16px", "26px"]);
    expect(letters).toBeGreaterThan(65);
    expect(letters).toBeLessThanOrEqual(80);
    await openFold(page, /^Finished calls/);
    await page.getByRole("button", { name: "Show changes" }).click();
    await page.getByRole("complementary", { name: "Changes of this run" }).waitFor();
    expect(await smallTargets(page), "with an answer and its changes").toEqual([]);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Timeline" }).click();
    await page.locator('.timeline-row[data-kind="model"]').first().click();
    await page.getByRole("heading", { name: /^Sent: / }).waitFor();
    expect(await smallTargets(page), "with the timeline").toEqual([]);
  });

  it("says no time that nobody feels, and offers to copy where one points or tabs to", async () => {
    const page = await app.open({ context: { permissions: ["clipboard-read", "clipboard-write"] } });
    await say(page, "Be quick and slow");
    (await app.model.asked("Be quick and slow")).callAll(
      { id: "q1", name: "get_current_time", arguments: {} },
      { id: "q2", name: "bash", arguments: { command: "echo slow; sleep 0.3" } },
    );
    const last = await app.model.asked("Be quick and slow");
    last.say("First this.\n\n```js\nlet copied;\n```\n");
    await atRest(page);
    const fold = await openFold(page, "Finished calls: Looked at the clock, ran 1 command");
    await page.mouse.move(0, 0);
    await expect.poll(() => card(page, "bash").innerText()).toMatch(/\d{3} ms|\d s/);
    const [, clock] = /(\d+) ms/.exec(await card(page, "get_current_time").innerText()) ?? [];
    expect(Number(clock ?? SHORTEST_MS), "a busy machine may take longer").toBeGreaterThanOrEqual(SHORTEST_MS);
    const copy = card(page, "bash").getByRole("button", { name: /^Copy/ });
    expect(await opacity(copy)).toBe("0");
    await card(page, "bash").getByRole("button").first().focus();
    await expect.poll(() => opacity(copy)).toBe("1");
    await fold.getByRole("button").first().focus();
    await expect.poll(() => opacity(copy)).toBe("0");
    await copy.hover();
    await expect.poll(() => opacity(copy)).toBe("1");
    await copy.click();
    await expect.poll(() => copied(page)).toContain("slow");
    const code = page.getByRole("button", { name: "Copy code" });
    expect(await opacity(code)).toBe("0");
    await code.focus();
    await expect.poll(() => opacity(code)).toBe("1");
    await code.press("Enter");
    await expect.poll(() => copied(page)).toBe("let copied;\n");
    await page.getByRole("button", { name: "Copy message" }).last().click();
    await expect.poll(() => copied(page)).toMatch(/^First this\.[\s\S]*let copied;/);
  });

  it("runs in the direction of what stands in it, and spells out what hides or turns, wherever it stands", async () => {
    const page = await app.open();
    await say(page, `${TURNED} goes round`);
    (await app.model.asked("goes round")).callAll(
      { id: "d1", name: "read", arguments: { file_paths: [`${TURNED}.js`] } },
      { id: "d2", name: "write_todos", arguments: { todos: [{ content: TURNED, status: "in_progress" }] } },
      { id: "d3", name: "bash", arguments: { command: `echo '${TURNED}' > d.txt`, description: TURNED } },
      { id: "d4", name: "write", arguments: { file_path: `${TURNED}.txt`, content: TURNED } },
    );
    await question(page, "bash").waitFor();
    expect(await page.evaluate(turnedPlaces, TURNED), "with a question").toEqual([]);
    await allowOnce(question(page, "bash"));
    await question(page, "write").getByRole("button", { name: "Allow once" }).click();
    const cells = `| ${TURNED} | x |\n|---|---|\n| a | ${TURNED} |`;
    (await app.model.asked("goes round")).say(`# ${TURNED}\n\n${cells}\n\n- ${TURNED}\n\n> ${TURNED}\n`);
    await atRest(page);
    await page.getByRole("button", { name: "Show changes" }).click();
    await page.getByRole("complementary", { name: "Changes of this run" }).locator(".tw-diff").first().waitFor();
    expect(await page.evaluate(turnedPlaces, TURNED), "with an answer and its changes").toEqual([]);
    // What draws Markdown is loaded with the first answer.
    await conversation(page).locator(".markdown li").waitFor();
    const ends = await conversation(page)
      .locator(".markdown :is(h1, li)")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
    expect(ends).toEqual(["rtl", "rtl"]);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Timeline" }).click();
    await page.locator('.timeline-row[data-kind="model"]').last().click();
    await page.getByRole("heading", { name: /^Sent: / }).waitFor();
    expect(await page.evaluate(turnedPlaces, TURNED), "with the timeline").toEqual([]);
  });

  it("leaves room for the conversation, and what sends in view, where everything is four times as large", async () => {
    const page = await app.open({ context: { viewport: { width: 320, height: 256 } } });
    await say(page, "Large");
    (await app.model.asked("Large")).say("The large answer.");
    await atRest(page);
    const [answer, send] = await Promise.all(
      [conversation(page).getByText("The large answer."), page.getByRole("button", { name: "Send", exact: true })].map(
        (element) => element.boundingBox(),
      ),
    );
    const composed = await page.locator(".composer").boundingBox();
    expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThanOrEqual(composed?.y ?? 0);
    expect((send?.x ?? 0) + (send?.width ?? 0)).toBeLessThanOrEqual(320);
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(256);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it("has room for a message that waits, and for the reason of a thumb, where it is narrow", async () => {
    const page = await app.open({ context: { viewport: { width: 320, height: 640 } } });
    await say(page, "Be narrow");
    const turn = await app.model.asked("Be narrow");
    turn.text("Narrow.");
    await see(page, "Narrow.");
    await say(page, "And mind what waits");
    const waiting = page.getByRole("list", { name: "Waiting messages" }).getByText("And mind what waits");
    expect((await waiting.boundingBox())?.width).toBeGreaterThan(200);
    turn.end();
    (await app.model.asked("And mind what waits")).say("Minded.");
    await see(page, "Minded.");
    await hasSettled(page);
    await page.getByRole("button", { name: "Good answer" }).last().click();
    const keep = await page.getByRole("button", { name: "Save" }).boundingBox();
    expect((keep?.x ?? 0) + (keep?.width ?? 0)).toBeLessThanOrEqual(320);
  });

  it("moves nothing where no motion is wanted, and marks what is chosen where the system has the colours", async () => {
    const page = await app.open({ context: { reducedMotion: "reduce", forcedColors: "active" } });
    await say(page, "Hold still");
    (await app.model.asked("Hold still")).callAll(
      { id: "s1", name: "ls", arguments: { path: "." } },
      { id: "s2", name: "read", arguments: { file_paths: ["a.js"] } },
    );
    (await app.model.asked("Hold still")).say("Still.");
    await atRest(page);
    const fold = await openFold(page, /^Finished calls/);
    const body = await fold.locator(".tw-fold-body").evaluate((box) => getComputedStyle(box).animationName);
    expect(body).toBe("none");
    await page.getByRole("button", { name: "Timeline" }).click();
    const bar = page.locator(".timeline-bar").first();
    await bar.waitFor();
    expect(await bar.evaluate((box) => getComputedStyle(box).backgroundColor)).not.toBe(
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    );
    const chosen = page.locator(".thread-item:has(a[aria-current])");
    expect(await chosen.evaluate((item) => getComputedStyle(item).outlineStyle)).toBe("solid");
  });

  it("prints the conversation, all of it and nothing else", async () => {
    const page = await app.open({ context: { colorScheme: "dark" } });
    await say(page, "Write at length");
    (await app.model.asked("Write at length")).say(`${"A paragraph.\n\n".repeat(80)}The end.`);
    await atRest(page);
    await see(page, "The end.");
    await conversation(page).locator(".markdown p").first().waitFor();
    await page.emulateMedia({ media: "print" });
    const { height, window, ground } = await page.evaluate(() => {
      const { scrollHeight } = document.documentElement;
      return { height: scrollHeight, window: innerHeight, ground: getComputedStyle(document.body).backgroundColor };
    });
    expect(height, "it is as long as what was said").toBeGreaterThan(3 * window);
    expect(ground).toBe("rgb(254, 254, 253)");
    await conversation(page).getByText("The end.").waitFor();
    expect(await composer(page).isVisible()).toBe(false);
    expect(await page.getByRole("navigation", { name: "Conversations" }).isVisible()).toBe(false);
    expect(await page.getByRole("button").count(), "nothing to press").toBe(0);
  });
});

/**
 * What can be pressed and is smaller than it should be: words of a text, and boxes whose label can be pressed too, are
 * not meant.
 */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    for (const element of document.querySelectorAll("button, a, select, input, summary, textarea")) {
      if (element.matches(".file-link, .markdown a, [aria-hidden]") || !element.checkVisibility()) continue;
      const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
      if (width < 32 || height < 32) small.push(`${element.outerHTML.slice(0, 200)} ${width}x${height}`);
    }
    return small;
  });
}

/** The size of a text, and the letters of its first line. */
function measured(prose: Element): { readonly size: string; readonly height: string; readonly letters: number } {
  const { fontSize, lineHeight } = getComputedStyle(prose);
  const text = prose.firstChild;
  const range = document.createRange();
  let letters = 0;
  for (; text !== null && letters < (text.textContent?.length ?? 0); letters += 1) {
    range.setStart(text, 0);
    range.setEnd(text, letters + 1);
    if (range.getClientRects().length > 1) break;
  }
  return { size: fontSize, height: lineHeight, letters };
}

function opacity(element: { evaluate(read: (node: Element) => string): Promise<string> }): Promise<string> {
  return element.evaluate((node) => getComputedStyle(node).opacity);
}

function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Where text that turns is shown as it is, or in no direction of its own. */
function turnedPlaces(turned: string): readonly string[] {
  const sign = "\u202e";
  const [word = ""] = turned.split(sign);
  const elements = [...document.querySelectorAll("html, body, body *")];
  const wrong = elements.flatMap((element) => {
    const attributes = [...element.attributes].filter(({ value }) => value.includes(sign));
    const hasDirection = element.closest("[dir]") !== null;
    const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const texts = nodes.map((node) => node.textContent ?? "");
    const turning = texts.filter((text) => text.includes(sign) || (text.includes(word) && !hasDirection));
    return [...attributes.map(({ name }) => name), ...turning].map((part) => `${element.className}: ${part}`);
  });
  return document.title.includes(sign) ? [...wrong, "title"] : wrong;
}
