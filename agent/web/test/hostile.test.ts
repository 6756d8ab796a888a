import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, card, composer, conversation, openCard, say, see, stands } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const PWN = "globalThis.pwned=1";
const MARKDOWN = [
  `<script>${PWN}</script><img src=x onerror="${PWN}"><svg onload="${PWN}">`,
  `[click](javascript:${PWN}) [data](data:text/html,<script>${PWN}</script>) [fine](https://example.org/)`,
  "![tracker](https://tracker.invalid/pixel.png)",
  "\u202Egnp.exe\u202C and \u0000\u001b[31mred",
  "pay\u200bpal &#x2066;entity&#x2069; `\u3164code`",
  "y".repeat(200_000),
].join("\n\n");

describe.skipIf(!hasBrowser)("hostile text in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "evil.html": `<script>${PWN}</script>\n` }, args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  it("does nothing: scripts, links, images, a huge line, right-to-left marks, wrong tool names", async () => {
    const page = await app.open();
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(new URL(app.url).origin) && !/^(data|blob):/.test(request.url()))
        foreign.push(request.url());
    });
    const said = `<img src=x onerror="${PWN}">`;
    await say(page, said);
    const turn = await app.model.asked("<img src=x");
    turn.text(MARKDOWN);
    turn.callAll(
      { id: "__proto__", name: "__proto__", arguments: { constructor: { toString: 1 }, __proto__: null } },
      { id: `<img src=x onerror="${PWN}">`, name: "read", arguments: { file_paths: ["evil.html"] } },
    );
    (await app.model.asked("<img src=x")).say("All harmless.");
    await see(page, "All harmless.");
    await atRest(page);
    // What reads Markdown is loaded with the first answer: until it is there, the text is shown as it was written.
    await page.getByRole("link", { name: "fine" }).waitFor();
    await openCard(card(page, "read"));
    await card(page, "read").getByText(PWN).first().waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, "pwned"))).toBeUndefined();
    expect(await conversation(page).locator("script, iframe, object, embed, svg[onload]").count()).toBe(0);
    const targets = await page
      .locator("a[href]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(targets).toContain("https://example.org/");
    expect(targets.filter((target) => !/^(#|https?:|mailto:)/.test(target ?? ""))).toEqual([]);
    expect(foreign).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1200);
    expect(await page.title()).not.toContain("\u202E");
    const shown = (await conversation(page).innerText()).slice(0, 2_000);
    expect(shown).toContain("\\u{202e}gnp.exe\\u{202c} and");
    expect(shown).toContain("pay\\u{200b}pal \\u{2066}entity\\u{2069} \\u{3164}code");
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u3164]/);
  });

  it("stays usable with 5 MB of output", async () => {
    const page = await app.open();
    await say(page, "Print much");
    const command = "head -c 5000000 /dev/zero | tr '\\0' 'x'; echo; echo the end";
    (await app.model.asked("Print much")).callAll({ id: "big", name: "bash", arguments: { command } });
    await stands(card(page, "bash"), "Done");
    (await app.model.asked("Print much")).say("That was much.");
    await see(page, "That was much.");
    await openCard(card(page, "bash"));
    await card(page, "bash").getByText("the end").first().waitFor();
    expect((await conversation(page).innerText()).length).toBeLessThan(1_000_000);
    await composer(page).fill("Still here?");
    expect(await composer(page).inputValue()).toBe("Still here?");
  });
});
