import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { composer } from "./support/talk.ts";
import { startWebApp } from "./support/web-app.ts";

const PAGE = fileURLToPath(new URL("../../server/page/", import.meta.url));
/** Bytes of JavaScript, compressed, that come with an empty thread. */
const MOST = 150_000;

/** Scripts that the page names, and those that they cannot begin without. */
function scriptsAtFirst(): ReadonlySet<string> {
  const html = readFileSync(`${PAGE}index.html`, "utf8");
  const left = [...html.matchAll(/(?:src|href)="\.\/(assets\/[\w-]+\.js)"/g)].map(([, name = ""]) => name);
  const found = new Set<string>();
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const imported = readFileSync(PAGE + name, "utf8").matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g);
    left.push(...[...imported].map(([, other]) => `assets/${other}`));
  }
  return found;
}

describe.skipIf(!hasBrowser)("the size of the page", () => {
  it("is bounded with an empty thread: cards, formulas, colours and Markdown come when needed", async () => {
    const scripts = [...scriptsAtFirst()];
    const size = (name: string) => gzipSync(readFileSync(PAGE + name)).length;
    const first = scripts.reduce((sum, name) => sum + size(name), 0);
    expect(scripts.length).toBeGreaterThan(1);

    const app = await startWebApp();
    onTestFinished(() => app.close());
    const page = await app.open();
    await composer(page).waitFor();
    await page.waitForTimeout(500);
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname.slice(1))
        .filter((name) => name.endsWith(".js")),
    );
    const all = loaded.reduce((sum, name) => sum + size(name), 0);
    console.log(`JavaScript, gzipped: ${first} bytes at first, ${all} with an empty thread`);
    expect(all, loaded.join(", ")).toBeLessThanOrEqual(MOST);
    expect(
      loaded.filter((name) =>
        /^assets\/(?:markdown|draw-formula|diagram|highlight-worker|timeline|side-pane|live-thread)/.test(name),
      ),
    ).toEqual([]);
  });
});
