import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

/** Questions of a reader, each with the place at which one click on the first answer has to arrive. */
const QUESTIONS = [
  ["How do I approve a call after a restart?", "/how-do-i#how-do-i-approve-a-call-also-after-a-restart"],
  ["How do I test an agent without a model?", "/how-do-i#how-do-i-test-an-agent-without-a-model"],
  ["how do i limit what a run may cost", "/how-do-i#how-do-i-limit-the-cost-of-a-run"],
  ["start a sub-agent", "/sub-agents"],
  ["allowlist", "/results-and-errors#allowlists"],
];
const PHONE_WIDTH = 390;
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** Asks the search of the built site, and says whether each question leads where it should. */
export async function lookAt({ folder, pictures }) {
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    console.log("There is no Chromium: nobody has looked at the site. Set CHROMIUM_PATH.");
    return true;
  }
  const server = createServer((request, response) => answer({ folder, request, response })).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
  try {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    const url = `http://127.0.0.1:${server.address().port}`;
    if (pictures !== undefined) await takePictures({ page, url, pictures });
    const outcomes = [await isNarrowEnough({ page, url, folder })];
    for (const [question, place] of QUESTIONS)
      outcomes.push(await isFound({ browser, url, question, place, pictures }));
    return outcomes.every(Boolean);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Each reader is a new one: the site shows the answers to the last question until there are others. */
async function isFound({ browser, url, question, place, pictures }) {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  await page.goto(`${url}/`);
  await page
    .getByRole("button", { name: /search/i })
    .first()
    .click();
  await page.locator(".search-input").fill(question);
  const first = page.locator(".VPLocalSearchBox .result").first();
  await first.waitFor();
  if (pictures !== undefined)
    await page.screenshot({ path: join(pictures, `search${place.replaceAll(/\W+/g, "-")}.png`) });
  await first.click();
  await page.waitForURL((at) => at.pathname !== "/");
  const found = new URL(page.url());
  await page.close();
  const isRight = `${found.pathname}${found.hash}`.startsWith(place);
  console.log(`${isRight ? "✓" : "✗"} ${question} ${found.pathname}${found.hash}`);
  return isRight;
}

/** Whether no page is wider than a phone: what is wide on it has to scroll by itself. */
async function isNarrowEnough({ page, url, folder }) {
  await page.setViewportSize({ width: PHONE_WIDTH, height: 800 });
  const wide = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".html") && file !== "404.html")) {
    await page.goto(`${url}/${name.replace(/(?:index)?\.html$/, "")}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > PHONE_WIDTH) wide.push(name);
  }
  await page.setViewportSize({ width: 1_280, height: 800 });
  console.log(wide.length === 0 ? "✓ no page is wider than a phone" : `✗ wider than a phone: ${wide.join(", ")}`);
  return wide.length === 0;
}

async function takePictures({ page, url, pictures }) {
  mkdirSync(pictures, { recursive: true });
  for (const [name, path, width, scheme] of [
    ["first", "/", 1_280, "light"],
    ["cookbook", "/cookbook", 1_280, "light"],
    ["dark", "/tools", 1_280, "dark"],
    ["phone", "/getting-started", PHONE_WIDTH, "light"],
  ]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(url + path);
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.emulateMedia({ colorScheme: "light" });
}

function answer({ folder, request, response }) {
  const { pathname } = new URL(request.url ?? "/", "http://site");
  const asked = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
  const file = [asked, `${asked}.html`].map((path) => join(folder, path)).find((path) => existsSync(path));
  if (file === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(readFileSync(file));
}
