// Takes the pictures of docs/web/ from the real app at work on a small shop, with a scripted model: `npm run screenshots`.
// Only the times of day that it shows are put in by hand, so that a new picture differs where the app does.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MOST_BYTES = 150_000;
const TOKEN = "a-token-for-pictures";

const FILES = {
  "package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node test/order.js" } }\n',
  "src/order.js": `export function total(lines, discount = 0) {
  const sum = lines.reduce((cents, { price, count }) => cents + price * count, 0);
  return sum - discount;
}
`,
  "test/order.js": `import { total } from "../src/order.js";

const mugs = [{ price: 1_000, count: 2 }];
const got = total(mugs, 10);
console.log(got === 1_800 ? "ok: 10 % off" : \`not ok: 10 % off: expected 1800, got \${got}\`);
process.exitCode = got === 1_800 ? 0 : 1;
`,
};

const REQUEST = "10 % off two mugs at 10.00 comes to 19.90. It should be 18.00. Please find out why and mend it.";
const STEPS = [
  {
    text: "I look at the code and run the test first.",
    toolCalls: [
      { id: "c1", name: "read", arguments: { file_paths: ["src/order.js"] } },
      { id: "c2", name: "bash", arguments: { command: "npm test --silent" } },
    ],
    usage: { inputTokens: 1_420, outputTokens: 96 },
  },
  {
    text: "`total` takes the discount off as **cents**, but it is a percentage.",
    toolCalls: [
      {
        id: "c3",
        name: "edit",
        arguments: {
          file_path: "src/order.js",
          old_string: "  return sum - discount;",
          new_string: "  return Math.round(sum * (1 - discount / 100));",
        },
      },
    ],
    usage: { inputTokens: 1_610, outputTokens: 118 },
  },
  {
    toolCalls: [{ id: "c4", name: "bash", arguments: { command: "npm test --silent" } }],
    usage: { inputTokens: 1_790, outputTokens: 40 },
  },
  {
    text: "It is mended, and the test passes: the discount is a percentage now, rounded to whole cents.\n\n| order | before | now |\n|---|---|---|\n| 2 mugs, 10 % off | 19.90 | 18.00 |\n",
    usage: { inputTokens: 1_900, outputTokens: 61 },
  },
];

// Always the same: the question about a file names it.
const folder = join(tmpdir(), "toolwright-pictures");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const server = await serve(makeShop());
const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
try {
  await takeAll(await browser.newPage({ viewport: { width: 1_200, height: 860 }, colorScheme: "light" }));
} finally {
  await browser.close();
  server.child.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function takeAll(page) {
  await page.goto(server.url);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(REQUEST);
  await page.keyboard.press("Enter");
  const allow = async (tool) => {
    const question = page.getByRole("region", { name: `May ${tool} run?` });
    await question.getByRole("button", { name: "Allow once" }).click();
  };
  await allow("bash");
  await page.getByRole("region", { name: "May edit run?" }).waitFor();
  await page.locator('[data-tool="bash"] button[aria-expanded]').first().click();
  await take(page, "approval");
  await page.emulateMedia({ colorScheme: "dark" });
  await take(page, "dark");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "light" });
  await take(page, "phone");
  await page.setViewportSize({ width: 1_200, height: 860 });
  await allow("edit");
  await allow("bash");
  await page.getByText("It is mended").waitFor();
  await page.getByRole("button", { name: "Timeline" }).click();
  await page.locator(".timeline-row").last().waitFor();
  await take(page, "timeline");
}

async function take(page, name) {
  await page.evaluate(() => {
    for (const time of document.querySelectorAll("time")) time.textContent = "9:41 AM";
    for (const place of document.querySelectorAll(".timeline-row *")) {
      if (/^\d\d:\d\d:\d\d$/.test(place.textContent ?? "")) place.textContent = "09:41:00";
    }
    const end = document.querySelector(".thread-viewport");
    end?.scrollTo({ top: end.scrollHeight, behavior: "instant" });
  });
  const path = `${ROOT}docs/web/${name}.png`;
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: "disabled", caret: "hide" });
  const { size } = statSync(path);
  console.log(`docs/web/${name}.png: ${Math.round(size / 1_000)} kB`);
  if (size > MOST_BYTES) throw new Error(`It is larger than ${MOST_BYTES / 1_000} kB.`);
}

function makeShop() {
  const shop = join(folder, "shop");
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(shop, name)), { recursive: true });
    writeFileSync(join(shop, name), content);
  }
  writeFileSync(join(folder, "model.json"), JSON.stringify(STEPS));
  spawnSync("git", ["init", "-q"], { cwd: shop });
  return shop;
}

async function serve(workspace) {
  const words = ["serve", "--workspace", workspace, "--port", "0", "--token", TOKEN, "--sandbox", "off"];
  const command = [`${ROOT}packages/cli/bin/toolwright.js`, ...words, "--model", "script:model.json"];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    printed += piece;
    const [, address] = /open (\S+)\n/.exec(printed) ?? [];
    if (address !== undefined) return { child, url: `${address}?token=${TOKEN}` };
  }
  throw new Error("The server ended at once.");
}
