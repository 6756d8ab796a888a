// Takes pictures of the real app at work on a small shop, with a scripted model. Only the times of day that it shows
// are put in by hand, so that a new picture differs where the app does.
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser, serve } from "./app.mjs";
import { keep } from "./keep.mjs";
import { makeShop, REQUEST } from "./shop.mjs";

export async function takePictures() {
  // Always the same: the question about a file names it.
  const folder = join(tmpdir(), "toolwright-pictures");
  const server = await serve({
    folder,
    workspace: makeShop(folder),
    models: ["script:model.json"],
    env: { HOME: process.env.HOME, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1_200, height: 860 }, colorScheme: "light" });
    await page.goto(server.url);
    await takeAll(page);
  } finally {
    await browser.close();
    server.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takeAll(page) {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(REQUEST);
  await page.keyboard.press("Enter");
  const allow = async (tool) => {
    const question = page.getByRole("region", { name: `Run ${tool}?` });
    // A call that cannot be undone is held.
    await question.getByRole("button", { name: "Allow once" }).click({ delay: 1_500 });
  };
  await allow("bash");
  await page.getByRole("region", { name: "Run edit?" }).waitFor();
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
  await page.getByRole("button", { name: "Show changes" }).click();
  await page.getByRole("complementary", { name: "Changes of this run" }).locator(".tw-code-word").first().waitFor();
  await take(page, "changes");
  await page.getByRole("button", { name: "Close", exact: true }).click();
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
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  keep(`docs/web/${name}.png`, picture, { mostBytes: 150_000 });
}
