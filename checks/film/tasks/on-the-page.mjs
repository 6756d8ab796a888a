// The three tasks on the page, in Chromium, with the keyboard where it is the shorter way.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, serve } from "../app.mjs";
import { Person } from "./person.mjs";
import { FIVE, FIX, NAMES, NEXT, noteOf } from "./repository.mjs";

export async function pageTasks(place) {
  const browser = await openBrowser();
  try {
    return [
      await withPage({ browser, place, model: place.models.fix }, fixTheTest),
      await withPage({ browser, place, model: place.models.five }, undoOneOfFive),
      await withPage({ browser, place, model: place.models.fix, others: [place.models.other] }, goOn),
    ];
  } finally {
    await browser.close();
  }
}

async function fixTheTest({ page, person }) {
  await say({ page, person }, FIX);
  for (const tool of ["bash", "edit", "bash"]) await allow({ page, person }, tool);
  await page.getByText("It is mended").waitFor();
  return person.done("1. fix a failing test");
}

async function undoOneOfFive({ page, person, place }) {
  await say({ page, person }, FIVE);
  for (const name of NAMES) await allow({ page, person }, "edit", noteOf(name));
  await page.getByText("All five say nine.").waitFor();
  await click({ page, person }, page.getByRole("button", { name: "Show changes" }));
  const file = page.getByRole("region", { name: noteOf("office") });
  await click({ page, person }, file.getByRole("button", { name: /^Undo this file/ }));
  await file.getByText("Undone").waitFor();
  const left = readFileSync(join(place.shop, noteOf("office")), "utf8");
  if (left !== "Opens at ten.\n") throw new Error(`The note says ${left}`);
  return person.done("2. review five edits, undo one");
}

async function goOn({ page, person, place }) {
  await press({ page, person }, "Control+k");
  person.typed("mugs");
  await page.keyboard.type("mugs");
  await page.getByRole("option", { name: /mugs/ }).first().waitFor();
  await press({ page, person }, "Enter");
  await page.getByText("It is mended").waitFor();
  await press({ page, person }, "Control+k");
  person.typed("other");
  await page.keyboard.type("other");
  await page
    .getByRole("option", { name: new RegExp(place.models.other) })
    .first()
    .waitFor();
  await press({ page, person }, "Enter");
  await say({ page, person }, NEXT);
  await page.getByText("I mended").waitFor();
  return person.done("3. find a thread, go on with another model");
}

async function withPage({ browser, place, model, others = [] }, task) {
  const { folder, shop } = place;
  const server = await serve({ folder, workspace: shop, models: [model, ...others], env: { HOME: folder } });
  const page = await browser.newPage({ viewport: { width: 1_200, height: 860 } });
  try {
    await page.goto(server.url);
    await page.getByRole("heading", { name: "What would you like to do?" }).waitFor();
    return await task({ page, place, person: new Person() });
  } finally {
    await page.close();
    server.child.kill();
  }
}

async function say({ page, person }, text) {
  person.sent(text);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

/** Questions take no key in the moment in which they appear, so that nobody answers by accident. */
async function allow({ page, person }, tool, about = "") {
  const question = page.getByRole("region", { name: `Run ${tool}?` }).filter({ hasText: about });
  await question.waitFor();
  await page.waitForTimeout(800);
  await press({ page, person }, "1");
  // A call that cannot be undone wants it twice.
  const isHalf = question.getByText("press it once more");
  await page.waitForTimeout(200);
  if ((await isHalf.count()) > 0) await press({ page, person }, "1");
  await question.waitFor({ state: "detached" });
}

async function press({ page, person }, key) {
  person.pressed();
  await page.keyboard.press(key);
}

async function click({ person }, target) {
  person.clicked();
  await target.click();
}
