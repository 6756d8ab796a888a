// The repository of the three tasks, and what the models say in them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeShop, REQUEST } from "../shop.mjs";

export const FIX = REQUEST;
export const FIVE = "Say in each of the five notes that the shop opens at nine.";
export const NEXT = "Which file did you mend?";

export const NAMES = ["doors", "floor", "office", "stock", "yard"];

/** Makes the shop with five notes in it; gives its folder, that of the scripts, and the models' names. */
export function makeTasks(folder) {
  const shop = makeShop(folder);
  mkdirSync(join(shop, "notes"));
  for (const name of NAMES) writeFileSync(join(shop, noteOf(name)), "Opens at ten.\n");
  const look = { toolCalls: [{ id: "look", name: "read", arguments: { file_paths: NAMES.map(noteOf) } }] };
  const edits = NAMES.map((name) => ({
    id: `note-${name}`,
    name: "edit",
    arguments: { file_path: noteOf(name), old_string: "ten", new_string: "nine" },
  }));
  writeFileSync(
    join(folder, "five.json"),
    JSON.stringify([look, { toolCalls: edits }, { text: "All five say nine." }]),
  );
  writeFileSync(join(folder, "other.json"), JSON.stringify([{ text: "I mended `src/order.js`." }]));
  return { folder, shop, models: { fix: "script:model.json", five: "script:five.json", other: "script:other.json" } };
}

export const noteOf = (name) => `notes/${name}.txt`;
