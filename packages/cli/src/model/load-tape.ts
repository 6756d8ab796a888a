import { readFile } from "node:fs/promises";
import { messageOf } from "../text/message-of.ts";
import { UsageError } from "../usage-error.ts";
import type { ChosenModel } from "./choose-model.ts";

/** The model, tools and clock of a recorded run. Throws a `UsageError` that names what is wrong, and where. */
export async function loadTape(file: string): Promise<Pick<ChosenModel, "model" | "replay">> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`There is no tape ${file}. Make one with --record ${file}.`);
  });
  const { playTape } = await import("@toolwright/models");
  try {
    const { model, around, now } = playTape(text, { name: `tape:${file}` });
    return { model, replay: { around, now } };
  } catch (thrown) {
    throw new UsageError(`${file}: ${messageOf(thrown)}`);
  }
}
