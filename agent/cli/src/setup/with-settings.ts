import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isFields } from "@toolwright/core/internal";
import type { CodeMode, ToolFlags } from "../flags.ts";
import { configDirectory } from "../mcp/choose-servers.ts";
import { messageOf } from "../text/message-of.ts";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The flags of a command that calls a model, with what the user's `settings.json` says where they say nothing. Throws a
 * `UsageError` for a file that cannot be read, or says what no setting is.
 */
export async function withSettings<F extends Pick<ToolFlags, "codeMode">>(flags: F): Promise<F> {
  const file = join(configDirectory(process.env), "settings.json");
  const text = await textOf(file);
  return text === undefined ? flags : { ...parseSettings(text, file), ...flags };
}

/** What a user sets for good. A folder has no such file, as it would be a stranger's word. */
interface Settings {
  readonly codeMode?: CodeMode;
}

function parseSettings(text: string, file: string): Settings {
  const whole = parseJsonFile(text, file);
  if (!isFields(whole)) throw new UsageError(`${file} must be an object: {"codeMode": "only"}.`);
  const { codeMode, ...others } = whole;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new UsageError(`${file}: there is no setting ${unknown}; there is codeMode.`);
  if (codeMode === undefined) return {};
  if (typeof codeMode === "boolean" || codeMode === "only") return { codeMode };
  throw new UsageError(`${file}: codeMode must be true, false or "only".`);
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new UsageError(`${file} cannot be read, so nothing is run: ${messageOf(thrown)}`);
  }
}
