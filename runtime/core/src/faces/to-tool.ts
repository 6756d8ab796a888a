import { isTool } from "../tool/is-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { adaptTool } from "./adapt-tool.ts";
import { bindSubTool, NO_PROMPT } from "./bind-sub-tool.ts";
import type { ClassTool, PromptPart, Registrable } from "./registrable.ts";
import type { SubTool } from "./sub-tool.ts";
import { listed, type ToolSource } from "./tool-source.ts";

/**
 * The tool that a form stands for: the same one every time, as long as the form says the same. Throws a `TypeError` for
 * what is no tool, for the tool of another library, and for a name or a schema that cannot be used.
 */
export function toTool(given: Registrable | PromptPart): Tool {
  if (isTool(given)) return given;
  if (typeof given !== "object" || given === null) throw noTool(given);
  return isClassTool(given) ? given.asTool() : kept(given);
}

/** The tools of a source. Throws a `TypeError` as {@link toTool} does, and for one under another name than its own. */
export function toolsOf(source: ToolSource | undefined): readonly Tool[] {
  return listed(source).map(toTool);
}

/** The tools of a list. Throws a `TypeError` as {@link toTool} does, and for two of one name. */
export function distinctTools(given: readonly Registrable[]): readonly Tool[] {
  const tools = new Map<string, Tool>();
  for (const one of given) {
    if (tools.has(one?.name)) throw new TypeError(`Two tools have the name ${JSON.stringify(one.name)}.`);
    const tool = toTool(one);
    tools.set(tool.name, tool);
  }
  return [...tools.values()];
}

/** A prompt's tool as `tool(name, description, schema, execute, options)` makes it. */
export function isPromptTool(given: object): given is SubTool {
  if (typeof given !== "object" || given === null || !("name" in given)) return false;
  return "inputSchema" in given && "execute" in given && !("id" in given) && !isClassTool(given);
}

function isClassTool(given: object): given is ClassTool {
  // What LangChain runs has an `asTool` of its own.
  return "asTool" in given && typeof given.asTool === "function" && !("lc_namespace" in given);
}

/** What was made of a form, and what the form said then. */
const made = new WeakMap<object, { readonly tool: Tool; readonly said: readonly unknown[] }>();

function kept(form: object): Tool {
  const said = saidBy(form);
  const known = made.get(form);
  if (known?.said.every((one, index) => one === said[index])) return known.tool;
  const tool = isPromptTool(form) ? bindSubTool(form, NO_PROMPT) : adaptTool(form);
  made.set(form, { tool, said });
  return tool;
}

/** What a tool takes over when it is made; its function is looked up by every call. */
function saidBy(form: object): readonly unknown[] {
  return ["name", "description", "parameters", "inputSchema", "allowlist", "options"].map((name) =>
    Reflect.get(form, name),
  );
}

/** Most of our own tools are made by functions: to forget the call is the likeliest mistake. */
function noTool(value: unknown): TypeError {
  if (typeof value !== "function") return new TypeError(`This is no tool: ${String(value)}.`);
  const maker = value.name === "" ? "it" : `${value.name}()`;
  return new TypeError(`A function is no tool. If ${maker} makes one, register what it returns.`);
}
