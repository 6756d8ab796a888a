import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Tool } from "@toolwright/core";
import { isFields, toolsOf } from "@toolwright/core/internal";
import { messageOf } from "../text/message-of.ts";
import { UsageError } from "../usage-error.ts";

/** The tools of a module's default export. Throws a `UsageError` that says what is wrong with it. */
export async function importTools(file: string, by = "--tools"): Promise<readonly Tool[]> {
  const path = resolve(file);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) throw new UsageError(`${file} is a folder; ${by} takes the path of a module.`);
  if (found?.isFile() !== true) throw new UsageError(`There is no file ${file}; ${by} takes the path of a module.`);
  const tools = await importDefault(path, file);
  if (!Array.isArray(tools)) throw new UsageError(`The default export of ${file} must be an array of tools.`);
  try {
    return toolsOf(tools);
  } catch (thrown) {
    throw new UsageError(`The default export of ${file} must be an array of tools: ${messageOf(thrown)}`);
  }
}

async function importDefault(path: string, file: string): Promise<unknown> {
  try {
    const module: unknown = await orEndless(import(pathToFileURL(path).href));
    return isFields(module) ? module.default : undefined;
  } catch (thrown) {
    throw new UsageError(`${file} could not be loaded: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** Node would leave with a warning of its own where nothing is left that could go on. */
async function orEndless(loading: Promise<unknown>): Promise<unknown> {
  let onIdle = () => {};
  const idle = new Promise<never>((_, reject) => {
    onIdle = () => reject(new Error("It waits for what never comes. Mend it and try again."));
  });
  process.once("beforeExit", onIdle);
  try {
    return await Promise.race([loading, idle]);
  } finally {
    process.off("beforeExit", onIdle);
  }
}
