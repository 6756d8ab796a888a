import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { openPage } from "./support/open-page.ts";
import { atRest, say } from "./support/talk.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const HOSTILE = `</title></script><script>document.title="taken"</script><img src=x onerror="document.title='taken'">"'`;

describe.skipIf(!hasBrowser)("the line of steps in an exported file", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--mode", "accept-edits", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  for (const width of [1_440, 390]) {
    it(`shows a step without a server, runs nothing else, and takes text for text, at ${width} px`, async () => {
      const writing = await app.open();
      const said = `part of ${width} ${HOSTILE}`;
      const name = `f${width}.txt`;
      await say(writing, said);
      const asked = () => app.model.asked(`part of ${width}`);
      const todos = (status: string) => ({ todos: [{ content: HOSTILE, status }] });
      const write = (id: string, content: string) => ({ id, name: "write", arguments: { file_path: name, content } });
      (await asked())
        .text(`First ${HOSTILE}`)
        .callAll({ id: `p${width}`, name: "write_todos", arguments: todos("pending") });
      (await asked()).text("Second.").callAll(write(`a${width}`, `${HOSTILE}\n`));
      (await asked()).text("Third.").callAll(write(`b${width}`, "one\ntwo\n"));
      (await asked()).say("Last.");
      await atRest(writing);
      const id = new URL(writing.url()).hash.replace(/^#\/?/, "").replace(/^.*\//, "");
      const { threads } = await (await app.send("/api/threads")).json();
      const thread = threads.find((one: { readonly id: string }) => one.id === id) ?? threads[0];
      const file = join(temporaryFolder(), "said.html");
      writeFileSync(file, await (await app.send(`/api/threads/${thread.id}/export?format=html`)).text());
      const context = { viewport: { width, height: 844 }, reducedMotion: "reduce" } as const;
      const page = await openPage(pathToFileURL(file).href, { context });
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.reload();
      const line = page.getByRole("slider", { name: "Step" });
      const shown = () => page.locator("main").innerText();
      await line.waitFor();
      expect(await line.getAttribute("aria-valuetext")).toMatch(/^Step 4 of 4 · .* · answer$/);
      expect(await shown()).toContain("Last.");
      expect(await shown()).toMatch(new RegExp(`created ${name} \\+3 −1`));
      const box = await line.boundingBox();
      if (box === null) throw new Error("There is no line.");
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width - 8, y);
      await page.mouse.down();
      await page.mouse.move(box.x + 8 + (box.width - 16) / 3, y, { steps: 8 });
      await page.mouse.up();
      expect(await line.getAttribute("aria-valuetext")).toMatch(/^Step 2 of 4 · .* · write$/);
      expect(await shown()).toContain("Second.");
      expect(await shown()).not.toMatch(/Third\.|Last\./);
      expect(await shown()).toMatch(new RegExp(`created ${name} \\+1 −0`));
      expect(await violations(page)).toEqual([]);
      await line.press("Home");
      expect(await shown()).not.toContain(`created ${name}`);
      expect(await shown()).toContain("pending: </title></script>");
      expect(await page.title()).toContain("</title></script><script>");
      expect(await page.locator("img, script[src]").count()).toBe(0);
      expect(requests).toEqual([pathToFileURL(file).href]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
});
