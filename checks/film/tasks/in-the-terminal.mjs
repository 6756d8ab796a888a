// The three tasks in `toolwright chat`, in tmux.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chatIn } from "../app.mjs";
import { RecordedTerminal } from "../recorded-terminal.mjs";
import { Person } from "./person.mjs";
import { FIVE, FIX, NAMES, NEXT, noteOf } from "./repository.mjs";

export async function terminalTasks(place) {
  return [
    await withChat(place, ["--model", `script:../model.json`], fixTheTest),
    await withChat(place, ["--model", `script:../five.json`], undoOneOfFive),
    await withChat(place, ["--model", `script:../model.json`, "--resume"], goOn),
  ];
}

async function fixTheTest({ terminal, person }) {
  await terminal.see(/· mode default/);
  await say({ terminal, person }, FIX);
  for (const question of [/npm test/, /Math\.round/, /npm test[\s\S]*npm test/])
    await allow({ terminal, person }, question);
  await terminal.see(/18\.00[\s\S]*4 steps/);
  return person.done("1. fix a failing test");
}

async function undoOneOfFive({ terminal, person, place }) {
  await terminal.see(/· mode default/);
  await say({ terminal, person }, FIVE);
  for (const name of NAMES) await allow({ terminal, person }, new RegExp(name));
  await terminal.see(/All five say nine/);
  await say({ terminal, person }, `/undo ${noteOf("office")}`);
  await terminal.see(/restored/);
  const left = readFileSync(join(place.shop, noteOf("office")), "utf8");
  if (left !== "Opens at ten.\n") throw new Error(`The note says ${left}`);
  return person.done("2. review five edits, undo one");
}

async function goOn({ terminal, person }) {
  await terminal.see(/mugs/);
  await press({ terminal, person }, "Down");
  await press({ terminal, person }, "Enter");
  await terminal.see(/· mode default/);
  await say({ terminal, person }, "/model script:../other.json");
  await say({ terminal, person }, NEXT);
  await terminal.see(/I mended/);
  return person.done("3. find a thread, go on with another model");
}

async function withChat({ folder, shop }, words, task) {
  const terminal = new RecordedTerminal({ command: chatIn(folder, words), cwd: shop, columns: 104, rows: 44 });
  try {
    return await task({ terminal, place: { folder, shop }, person: new Person() });
  } finally {
    terminal.close();
  }
}

async function say({ terminal, person }, text) {
  person.sent(text);
  await terminal.type(text);
  await terminal.press("Enter");
}

/** A key that follows another at once never answers a question. */
async function allow({ terminal, person }, question) {
  await terminal.see(question);
  await terminal.see(/1 {2}Yes, once/);
  await terminal.rest(800);
  await press({ terminal, person }, "1");
}

async function press({ terminal, person }, key) {
  person.pressed();
  await terminal.press(key);
}
