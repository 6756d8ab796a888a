import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { visibleText } from "../definitions/visible-text.ts";
import { McpFailure } from "../failure.ts";
import type { OfferedPrompt, PromptArgument } from "./offers.port.ts";

/** Pages of one list, prompts of one server, and arguments of one prompt. */
const MAX_PAGES = 20;
const MAX_PROMPTS = 500;
const MAX_ARGUMENTS = 20;
/** Characters of what is said of each. */
const MAX_ABOUT = 300;

/**
 * The prompts of a server, read loosely: one that could not be written as `/server:prompt`, or asks for what has no
 * such name, is left out.
 */
export async function readPromptList(
  server: string,
  request: (params: JsonObject) => Promise<Json>,
): Promise<readonly OfferedPrompt[]> {
  const prompts: OfferedPrompt[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && prompts.length < MAX_PROMPTS; page += 1) {
    const answer = await request(cursor === undefined ? {} : { cursor });
    if (!isJsonObject(answer) || !Array.isArray(answer.prompts))
      throw new McpFailure("unreadable", "its list of prompts is no list");
    prompts.push(...answer.prompts.slice(0, MAX_PROMPTS).flatMap((entry) => promptOf(server, entry)));
    const { nextCursor } = answer;
    if (typeof nextCursor !== "string" || nextCursor === "" || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return prompts.slice(0, MAX_PROMPTS);
}

function promptOf(server: string, entry: Json): readonly OfferedPrompt[] {
  if (!isJsonObject(entry)) return [];
  const { name, title, description, arguments: given = [] } = entry;
  if (!isName(name) || !Array.isArray(given) || given.length > MAX_ARGUMENTS) return [];
  const args = given.flatMap(argumentOf);
  if (args.length < given.length) return [];
  return [{ server, name, about: aboutOf([title, description]), arguments: args }];
}

function argumentOf(entry: Json): readonly PromptArgument[] {
  if (!isJsonObject(entry) || !isName(entry.name)) return [];
  const { name, title, description, required } = entry;
  return [{ name, about: aboutOf([title, description]), required: required === true }];
}

/** One word as a person would type it. */
function isName(name: Json | undefined): name is string {
  return typeof name === "string" && /^[^\s"'`=]{1,100}$/.test(name) && visibleText(name, 100) === name;
}

function aboutOf(said: readonly (Json | undefined)[]): string {
  const words = said.filter((text) => typeof text === "string" && text !== "");
  return visibleText(words.join(". ").replace(/\s+/g, " "), MAX_ABOUT);
}
