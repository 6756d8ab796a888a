import { createServer, type Server } from "node:http";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { atRest, conversation, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const FLOWCHART = "flowchart LR\n  A[Order] --> B{In stock?}\n  B -->|yes| C[Send]\n  B -->|no| D[Wait]";
const SEQUENCE = "sequenceDiagram\n  Ada->>Server: ask\n  Server-->>Ada: answer";

const fenced = (...sources: readonly string[]) =>
  sources.map((one) => `\`\`\`mermaid\n${one}\n\`\`\``).join("\n\nand\n\n");

interface Drawn {
  readonly svg: string;
  /** The texts that are drawn. */
  readonly words: string;
  readonly width: number;
  readonly alt: string;
}

/** The drawing that is seen, once the browser has decoded it. */
async function drawn(diagram: Locator): Promise<Drawn> {
  const image = diagram.locator("img:visible");
  await image.waitFor();
  const seen = await image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    return { src: element.src, width: element.naturalWidth, alt: element.alt };
  });
  const svg = decodeURIComponent(seen.src.slice(seen.src.indexOf(",") + 1));
  const texts = [...svg.matchAll(/<text[ >][\s\S]*?<\/text>/g)].map(([text]) => text.replace(/<[^>]*>/g, ""));
  return { ...seen, svg, words: texts.join(" ") };
}

describe.skipIf(!hasBrowser)("diagrams in the browser", () => {
  let app: WebApp;
  let stranger: Server;
  let reached: string[];
  let strangerUrl: string;
  beforeAll(async () => {
    app = await startWebApp();
    reached = [];
    stranger = createServer((request, response) => {
      reached.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const address = stranger.address();
    strangerUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  });
  afterAll(async () => {
    stranger.close();
    await app.close();
  });

  /** The diagrams of an answer, in a thread of its own. */
  async function answered(page: Page, said: string, text: string): Promise<Locator> {
    await say(page, said);
    (await app.model.asked(said)).say(text);
    await see(page, "This is it");
    await atRest(page);
    return conversation(page).locator(".diagram");
  }

  for (const colorScheme of ["light", "dark"] as const) {
    it(`are drawn in ${colorScheme} colours, and give their source`, async () => {
      const page = await app.open({ context: { colorScheme } });
      const said = `Draw in ${colorScheme}`;
      const diagrams = await answered(page, said, `This is it:\n\n${fenced(FLOWCHART, SEQUENCE)}`);
      const flowchart = await drawn(diagrams.nth(0));
      expect(flowchart.words).toContain("In stock?");
      expect(flowchart.alt).toBe(`Diagram: ${FLOWCHART}\n`);
      expect(flowchart.width).toBeGreaterThan(200);
      expect((await drawn(diagrams.nth(1))).words).toContain("answer");
      await diagrams.nth(0).scrollIntoViewIfNeeded();
      expect(await violations(page)).toEqual([]);
      await diagrams.nth(0).hover();
      await diagrams.nth(0).getByRole("button", { name: "Source", exact: true }).click();
      await diagrams.nth(0).locator("pre", { hasText: "A[Order] --> B" }).waitFor();
      expect(await violations(page), "with the source").toEqual([]);
      await diagrams.nth(0).getByRole("button", { name: "Source", exact: true }).click();
      await drawn(diagrams.nth(0));
      expect(await page.locator("iframe").count()).toBe(0);
    });
  }

  it("change with the colours of the page, also where an answer has come to rest", async () => {
    const page = await app.open({ context: { colorScheme: "light" } });
    const diagrams = await answered(page, "Draw and rest", `This is it:\n\n${fenced(FLOWCHART)}`);
    const before = await drawn(diagrams);
    await say(page, "Draw and rest on");
    (await app.model.asked("Draw and rest on")).say("Said.");
    await page.locator(".chapter[data-still] .diagram").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    const after = await drawn(diagrams);
    expect(after.svg).not.toBe(before.svg);
    expect(after.words).toContain("In stock?");
  });

  it("are source while they are written, and loaded only then", async () => {
    const page = await app.open();
    const loaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType("resource").some(({ name }) => name.includes("diagram-program")),
      );
    await say(page, "Draw slowly");
    const turn = await app.model.asked("Draw slowly");
    turn.text(`This is it:\n\n\`\`\`mermaid\n${FLOWCHART}\n`);
    await conversation(page).locator("pre", { hasText: "D[Wait]" }).waitFor();
    await page.waitForTimeout(500);
    expect(await loaded()).toBe(false);
    turn.say("```\n");
    await drawn(conversation(page).locator(".diagram"));
    expect(await loaded()).toBe(true);
  });

  it("that have a mistake, or are too large, are source with one sentence", async () => {
    const page = await app.open();
    const large = `flowchart LR\n${"  A --> B\n".repeat(1_200)}`;
    const many = `flowchart LR\n${"  A --> B\n".repeat(400)}`;
    const text = `This is it:\n\n${fenced("flowchart LR\n  A -->", large, many, "nonsense")}`;
    const diagrams = await answered(page, "Draw wrongly", text);
    // One far from the screen is drawn when it comes near.
    const sentences = [
      "The diagram has a mistake in line 2, so it cannot be drawn",
      "The diagram is too large to be drawn",
      "The diagram is too large to be drawn",
      "The diagram has a mistake",
    ];
    for (const [place, sentence] of sentences.entries()) {
      await diagrams.nth(place).scrollIntoViewIfNeeded();
      await diagrams.nth(place).getByText(sentence).waitFor();
    }
    await diagrams.nth(0).locator("pre", { hasText: "A -->" }).waitFor();
    expect(await diagrams.locator("img").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it("that are hostile reach nothing and run nothing", async () => {
    const page = await app.open({ expectedErrors: /violates the following Content Security Policy/ });
    const bad = `${strangerUrl}/`;
    const script = `fetch('${bad}run');parent.pwned=1;top.pwned=1`;
    const init = (config: unknown) => `%%{init: ${JSON.stringify(config)}}%%\n`;
    const themeCSS = `@import url(${bad}css); .node { background: url(${bad}ground); } `;
    const loose = init({ securityLevel: "loose", htmlLabels: true, flowchart: { htmlLabels: true }, themeCSS });
    const hostile = [
      `${loose}flowchart LR\n  A["<img src=${bad}img onerror=${script}>"] --> B\n  click A "javascript:${script}"\n  click B href "${bad}link"`,
      `---\nconfig:\n  securityLevel: loose\n  themeCSS: "@import url(${bad}front)"\n  fontFamily: "x;} @import url(${bad}font); a{"\n---\nflowchart LR\n  A["<script>${script}</script><iframe srcdoc='<script>${script}</script>'></iframe><svg onload=${script}>"]\n  style A fill:url(${bad}fill)\n  classDef evil fill:#fff,background:url(${bad}class)\n  class A evil`,
      `${loose}sequenceDiagram\n  participant A as <img src=${bad}seq onerror=${script}>\n  link A: Go @ javascript:${script}\n  A->>A: <b onclick=${script}>hi</b>`,
      `${loose}classDiagram\n  class A\n  click A call alert("1") "x"\n  link A "${bad}class-link"`,
      `architecture-beta\n  group api(cloud)[API]\n  service db(logos:aws-aurora)[DB] in api`,
      `flowchart LR\n  A@{ img: "${bad}image-node", label: "x", w: 60, h: 60 }`,
    ];
    const diagrams = await answered(page, "Draw evil", `This is it:\n\n${fenced(...hostile)}`);
    for (const [place] of hostile.entries()) {
      await diagrams.nth(place).scrollIntoViewIfNeeded();
      await diagrams.nth(place).locator("img:visible, p").first().waitFor();
      const image = diagrams.nth(place).locator("img:visible");
      if ((await image.count()) > 0) await drawn(diagrams.nth(place));
    }
    expect(await diagrams.nth(0).locator("img:visible").count()).toBe(1);
    await diagrams.nth(0).locator("img:visible").click();
    await page.waitForTimeout(500);
    expect(reached).toEqual([]);
    expect(page.url().startsWith(new URL(app.url).origin)).toBe(true);
    expect(await page.evaluate(() => Reflect.get(globalThis, "pwned"))).toBeUndefined();
    expect(await conversation(page).locator("svg a, iframe, script, foreignObject").count()).toBe(0);
  });
});
