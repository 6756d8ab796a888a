import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { englishOn } from "./support/english-texts.ts";
import { openTab } from "./support/open-page.ts";
import { allowOnce, atRest, card, openCard, question, say, see, stands } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const CODE = `// Tidy the notes
const names = ["one.txt", "two.txt"];
await Promise.all(names.map((name) => tools.read({ file_paths: [name] })));
console.log("Both are read.");
const made = names.map((name) =>
  tools.bash({ command: "touch made-" + name }));
await Promise.all(made);
return "Tidied " + names.join(" and ");`;

describe.skipIf(!hasBrowser)("programs on the page", () => {
  let app: WebApp;
  beforeAll(async () => {
    const files = { "one.txt": "1\n", "two.txt": "2\n" };
    app = await startWebApp({ files, args: ["--sandbox", "off", "--code-mode"] });
  });
  afterAll(() => app.close());

  const there = (name: string) => existsSync(join(app.workspace, name));
  const rows = (page: Page) => card(page, "run_code").getByRole("list", { name: "Calls of the program" });
  const texts = async (page: Page) =>
    (await rows(page).locator(":scope > li > .tw-tree-row").allInnerTexts()).map((text) =>
      text.replaceAll("\n", " ").replace(/ [\d.]+ m?s(?= |$)/, ""),
    );

  async function run(said: string, code = CODE): Promise<Page> {
    const page = await app.open();
    await say(page, said);
    (await app.model.asked(said)).callAll({ id: said.replaceAll(" ", "-"), name: "run_code", arguments: { code } });
    await card(page, "run_code").waitFor();
    return page;
  }

  it("show their source, their calls as they are made, whom they wait for, what they log and what they returned", async () => {
    const page = await run("Tidy up");
    await question(page, "bash").waitFor();
    const waiting = [
      "1 read one.txt ok line 3",
      "2 read two.txt ok line 3",
      "3 bash touch made-one.txt waits for an answer line 6",
      "4 bash touch made-two.txt waits for an answer line 6",
    ];
    await expect.poll(() => texts(page)).toEqual(waiting);
    await card(page, "run_code")
      .getByText(/^It waits for 2 answers about bash, since \d/)
      .waitFor();
    await card(page, "run_code").getByRole("log", { name: "Console" }).getByText("Both are read.").waitFor();
    await card(page, "run_code").locator(".tw-code-text", { hasText: '"Both are read."' }).waitFor();

    const other = await openTab(page.context(), page.url());
    await page.reload();
    for (const one of [page, other]) {
      await question(one, "bash").waitFor();
      expect(await texts(one)).toEqual(waiting);
      await card(one, "run_code")
        .getByText(/^It waits for 2 answers about bash, since \d/)
        .waitFor();
    }

    await allowOnce(question(page, "bash"));
    await expect.poll(() => texts(other)).toContainEqual("3 bash touch made-one.txt ok line 6");
    await question(other, "bash").getByText("call 4, line 6 of the program", { exact: true }).waitFor();
    await allowOnce(question(other, "bash"));
    (await app.model.asked("Tidy up")).say("Tidied.");
    for (const one of [page, other]) {
      await see(one, "Tidied.");
      await stands(card(one, "run_code"), "4 calls");
      await openCard(card(one, "run_code"));
      await card(one, "run_code").getByText("Tidied one.txt and two.txt").waitFor();
      expect((await texts(one)).map((text) => / (ok|waits)/.exec(text)?.[1])).toEqual(["ok", "ok", "ok", "ok"]);
    }
    expect([there("made-one.txt"), there("made-two.txt")]).toEqual([true, true]);
  });

  it("ask: which call, which line, how many behind, what has run; and are allowed, edited, refused and stopped", async () => {
    const bash = (name: string) => `attempt(tools.bash({ command: "touch ${name}" }))`;
    const page = await run(
      "Four answers",
      `await tools.read({ file_paths: ["one.txt"] });
const [a, b] = await Promise.all([${bash("a.txt")}, ${bash("b.txt")}]);
const c = await ${bash("c.txt")};
return [a, b, c].map(({ ok, error }) => ok || error.message).join(" | ");`,
    );
    const asked = question(page, "bash");
    await asked.getByText("call 2, line 2 of the program · 1 more question waits").waitFor();
    await asked.getByText("Ran so far: read ok", { exact: true }).waitFor();
    const around = await asked.getByRole("group", { name: "Lines" }).locator(".tw-line-number").allInnerTexts();
    expect(around).toEqual(["1", "2", "3"]);
    expect(await asked.locator("[data-wanted]").innerText()).toContain("Promise.all");
    await asked.getByRole("button", { name: "Edit arguments" }).click();
    await asked.getByRole("textbox").first().fill("touch edited.txt");
    await asked.getByRole("button", { name: "Allow with these arguments" }).click();

    await asked.getByText("call 3, line 2 of the program", { exact: true }).waitFor();
    await asked.getByRole("button", { name: "Refuse with a note" }).click();
    await asked.getByRole("textbox").fill("Not b.");
    await asked.getByRole("button", { name: "Refuse", exact: true }).click();

    await asked.getByText("Ran so far: read ok, bash ok, bash refused").waitFor();
    await asked.getByRole("button", { name: "Refuse and stop" }).click();
    await atRest(page);
    expect(["edited.txt", "a.txt", "b.txt", "c.txt"].map(there)).toEqual([true, false, false, false]);
    await openCard(card(page, "run_code"));
    const ends = async () => (await texts(page)).map((text) => / (ok|refused|stopped)/.exec(text)?.[1]);
    await expect.poll(ends).toEqual(["ok", "ok", "refused", "refused"]);
  });

  it("ask once for several calls of a tool, where a person allows more of them", async () => {
    const code = `const paths = [1, 2, 3, 4].map((n) => "more-" + n + ".txt");
await Promise.all(paths.slice(0, 3).map((path) => tools.write({ file_path: path, content: path })));
return tools.write({ file_path: paths[3], content: "last" });`;
    const page = await run("Several at once", code);
    const asked = question(page, "write");
    await asked.getByRole("button", { name: "Allow more of these" }).click();
    const field = asked.getByRole("spinbutton", { name: "More calls of write that this program may make" });
    expect(await field.inputValue()).toBe("2");
    expect(await violations(page)).toEqual([]);
    await field.fill("0");
    expect(await asked.getByRole("button", { name: "Allow this one and" }).isDisabled()).toBe(true);
    await field.fill("3");
    await asked.getByRole("button", { name: "Allow this one and 3 more" }).click();
    (await app.model.asked("Several at once")).say("All four.");
    await see(page, "All four.");
    expect([1, 2, 3, 4].map((n) => there(`more-${n}.txt`))).toEqual([true, true, true, true]);
  });

  it("offer no more calls for a call that is in no program", async () => {
    const page = await app.open();
    await say(page, "Alone");
    (await app.model.asked("Alone")).callAll({ id: "alone", name: "bash", arguments: { command: "touch alone.txt" } });
    await question(page, "bash").getByRole("button", { name: "Always allow" }).waitFor();
    expect(await question(page, "bash").getByRole("button", { name: "Allow more of these" }).count()).toBe(0);
    await question(page, "bash").getByRole("button", { name: "Refuse and stop" }).click();
  });

  it("lead from a line to its calls and back, with the keyboard, and from a call to its card", async () => {
    const page = await run("Lead me", 'await tools.ls({});\n\nreturn tools.read({ file_paths: ["one.txt"] });');
    (await app.model.asked("Lead me")).say("Led.");
    await see(page, "Led.");
    await openCard(card(page, "run_code"));
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    await page.getByRole("button", { name: "Line 3: 1 call" }).focus();
    await page.keyboard.press("Enter");
    expect(await focused()).toMatch(/^2read ?one\.txtok/);
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Line 3 of the program: 2, read");
    await page.keyboard.press("Enter");
    expect(await focused()).toBe("Line 3: 1 call");
    const marked = card(page, "run_code").locator(".tw-line[data-wanted], li[data-marked]");
    expect(await marked.count()).toBe(2);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    const row = rows(page).getByRole("button", { name: /^2 read/ });
    await row.press("Enter");
    await card(page, "read").getByText("1", { exact: true }).first().waitFor();
    // The card closes itself with its line, which has the focus then.
    await card(page, "read").getByRole("button", { expanded: true }).first().press("Enter");
    await card(page, "read").waitFor({ state: "detached" });
    expect(await row.evaluate((toggle) => toggle === document.activeElement)).toBe(true);
  });

  it("have one line for more than 50 calls of a tool, which opens, and the one that asks below it", async () => {
    const page = await run(
      "Very many",
      `for (let n = 0; n < 60; n += 1) await tools.read({ file_paths: ["one.txt"], offset: 1, limit: 1 + n });
await Promise.all(Array.from({ length: 51 }, (_, n) => attempt(tools.bash({ command: "touch many-" + n }))));`,
    );
    await question(page, "bash").getByText("call 61, line 2 of the program · 50 more questions wait").waitFor();
    await expect.poll(() => texts(page)).toEqual(["read ×60 60 ok line 1", "bash ×51 51 waits for an answer line 2"]);
    expect(await violations(page), "very many").toEqual([]);
    await rows(page)
      .getByRole("button", { name: /^read ×60/ })
      .click();
    const inside = rows(page).getByRole("list", { name: "Calls inside read" }).getByRole("listitem");
    await expect.poll(() => inside.count()).toBe(60);
    await question(page, "bash").getByRole("button", { name: "Refuse and stop" }).click();
    await atRest(page);
  });

  it("fit a phone, in German too", async () => {
    const page = await app.open({ context: { locale: "de-DE", viewport: { width: 390, height: 844 } } });
    await page.getByRole("textbox", { name: "Nachricht", exact: true }).fill("Auf Deutsch");
    await page.getByRole("textbox", { name: "Nachricht", exact: true }).press("Enter");
    (await app.model.asked("Auf Deutsch")).callAll({ id: "de", name: "run_code", arguments: { code: CODE } });
    await page.getByText("Aufruf 3, Zeile 6 des Programms · 1 weitere Frage wartet").waitFor();
    await page.getByText(/^Es wartet auf 2 Antworten zu bash, seit /).waitFor();
    expect(await englishOn(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Ablehnen und anhalten" }).click();
  });
});
