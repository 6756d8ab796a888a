import { readFile } from "node:fs/promises";
import type { ModelPort } from "@toolwright/core";
import { messageOf } from "../text/message-of.ts";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { UsageError } from "../usage-error.ts";

/** The model that answers from a script file. Throws a `UsageError` that names what is wrong, and where. */
export async function loadScript(file: string): Promise<ModelPort> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`There is no script file ${file}. Give the path of a JSON array of steps.`);
  });
  const { parseScript, scripted } = await import("@toolwright/models");
  const json = parseJsonFile(text, file);
  try {
    return scripted(parseScript(json), { name: `script:${file}` });
  } catch (thrown) {
    throw new UsageError(`${file}: ${messageOf(thrown)}`);
  }
}
