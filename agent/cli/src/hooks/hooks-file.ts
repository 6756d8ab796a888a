import { editDistance, isFields } from "@toolwright/core/internal";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { UsageError } from "../usage-error.ts";

/** A command line that is run at a certain moment. */
export interface Hook {
  readonly command: string;
  /** Until when it has to end. */
  readonly seconds: number;
  /** Names of tools whose calls it is for; one with * at its end stands for all that begin so. Undefined: all tools. */
  readonly tools: readonly string[] | undefined;
}

/** When hooks run, and how long they have unless they say it, in seconds. */
const SECONDS = { beforeCall: 10, afterCall: 30, runEnd: 60, statusLine: 5 } as const;
const MOST_SECONDS = 600;
/** Hooks of one moment. */
const MOST = 20;

/** What a file of hooks says. */
export interface HooksFile {
  readonly beforeCall: readonly Hook[];
  readonly afterCall: readonly Hook[];
  readonly runEnd: readonly Hook[];
  readonly statusLine: Hook | undefined;
}

type Moment = keyof typeof SECONDS;

/** Where hooks stand, and what the tools are called whose calls they may be for. */
export interface HooksSource {
  readonly file: string;
  readonly toolNames: readonly string[];
}

/** Throws a `UsageError` that says what is wrong: a misspelt hook would be one that never runs. */
export function parseHooks(text: string, { file, toolNames }: HooksSource): HooksFile {
  const whole = parseJsonFile(text, file);
  if (!isFields(whole)) throw new UsageError(`${file} must be an object with ${Object.keys(SECONDS).join(", ")}.`);
  const unknown = Object.keys(whole).find((key) => !Object.hasOwn(SECONDS, key));
  if (unknown !== undefined)
    throw new UsageError(`${file}: there is no hook ${unknown}; there are ${Object.keys(SECONDS).join(", ")}.`);
  const of = (moment: Moment) => listOf(whole[moment], moment, file);
  const hooks = {
    beforeCall: of("beforeCall"),
    afterCall: of("afterCall"),
    runEnd: of("runEnd"),
    statusLine: whole.statusLine === undefined ? undefined : hookOf(whole.statusLine, "statusLine", file),
  };
  for (const moment of ["beforeCall", "afterCall"] as const)
    for (const name of hooks[moment].flatMap(({ tools }) => tools ?? [])) {
      const meant = meantBy(name, toolNames);
      if (meant !== undefined)
        throw new UsageError(`${file}: a hook of ${moment} is for ${name}, and no tool is called so; write ${meant}.`);
    }
  return hooks;
}

/** The tool that a slip of the pen stands for. Any other unknown name may be that of a tool in another folder. */
function meantBy(name: string, toolNames: readonly string[]): string | undefined {
  if (name.endsWith("*") || toolNames.includes(name)) return undefined;
  const small = (one: string) => one.toLowerCase().replaceAll("_", "");
  return toolNames.find((one) => editDistance(small(one), small(name), 1) <= (one.length > 3 ? 1 : 0));
}

function listOf(value: unknown, moment: Moment, file: string): readonly Hook[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST)
    throw new UsageError(`${file}: ${moment} must be a list of at most ${MOST} hooks.`);
  return value.map((one) => hookOf(one, moment, file));
}

function hookOf(value: unknown, moment: Moment, file: string): Hook {
  const where = `${file}: a hook of ${moment}`;
  if (!isFields(value)) throw new UsageError(`${where} must be an object: {"command": "…"}.`);
  const { command, seconds = SECONDS[moment], tools, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new UsageError(`${where} has a key ${unknown}; it takes command, seconds and tools.`);
  if (typeof command !== "string" || command.trim() === "") throw new UsageError(`${where} lacks its command.`);
  if (typeof seconds !== "number" || !(seconds > 0 && seconds <= MOST_SECONDS))
    throw new UsageError(`${where} must have seconds between 0 and ${MOST_SECONDS}.`);
  if (tools !== undefined && (moment === "runEnd" || moment === "statusLine" || !isNames(tools)))
    throw new UsageError(`${where}: tools is a list of names, for the hooks around calls.`);
  return { command, seconds, tools };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "");
}

/** Whether a hook is for the calls of a tool. */
export function isFor({ tools }: Hook, toolName: string): boolean {
  if (tools === undefined) return true;
  return tools.some((name) => (name.endsWith("*") ? toolName.startsWith(name.slice(0, -1)) : name === toolName));
}
