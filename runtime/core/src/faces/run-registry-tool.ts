import { isJsonObject } from "../json/is-json-object.ts";
import type { JsonObject } from "../json/json.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import { withError } from "../result/result-helpers.ts";
import { isResultJson, type ResultJson, resultFromJson } from "../result/result-json.ts";
import { ToolError } from "../result/tool-error.ts";
import type { ToolContext } from "../tool/tool.ts";
import type { AsyncTool, ContextualTool, RegistryTool, ResultData } from "./registry-tool.ts";
import { type Completion, turnsOf } from "./tool-turns.ts";

/** Runs an object with execute(ctx, args). One that keeps its context or callback in itself runs one call at a time. */
export async function runRegistryTool(tool: RegistryTool, input: unknown, ctx: ToolContext): Promise<unknown> {
  const args = isJsonObject(input) ? input : {};
  if (!isContextual(tool) && !isAsync(tool)) return readReturned(await tool.execute(ctx, args), tool);
  return turnsOf(tool).take(ctx, {
    enter: (completion) => prepare(tool, ctx, completion),
    run: (completion) => execute(tool, args, { ctx, completion }),
  });
}

function prepare(tool: RegistryTool, { conversation }: ToolContext, completion: Completion): void {
  const { channel, chatId } = conversation;
  if (isContextual(tool) && channel !== "" && chatId !== "") tool.setContext(channel, chatId);
  if (isAsync(tool)) tool.setCallback(completion.callback);
}

interface Running {
  readonly ctx: ToolContext;
  readonly completion: Completion;
}

async function execute(tool: RegistryTool, args: JsonObject, { ctx, completion }: Running): Promise<unknown> {
  const returned = readReturned(await tool.execute(ctx, args), tool);
  if ((isAsyncResult(returned) || completion.isSettled) && isAsync(tool) && !ctx.signal.aborted) {
    ctx.background(async () => readReturned(await completion.result, tool));
  } else {
    completion.end();
  }
  return returned;
}

/** A result, as the helpers make it or as plain data under the names of either language. */
function readReturned(value: unknown, { name }: RegistryTool): unknown {
  if (value === null || value === undefined) throw new ToolError(`Tool ${name} returned no result.`);
  const json = isResultData(value) ? dataToJson(value) : value;
  if (!isResultJson(json)) return json;
  const result = resultFromJson({ silent: false, is_error: false, async: false, ...json });
  const { err } = Object(value);
  return (err ?? undefined) === undefined ? result : withError(result, err);
}

/** Results of this form are seldom made by hand: all but the text may be missing. */
function isResultData(value: unknown): value is ResultData {
  if (typeof value !== "object" || value === null || isToolResult(value)) return false;
  return "forLLM" in value && typeof value.forLLM === "string";
}

function dataToJson({ forLLM, forUser = "", silent = false, isError = false, async = false }: ResultData): ResultJson {
  return { for_llm: forLLM, for_user: forUser, silent, is_error: isError, async };
}

function isAsyncResult(value: unknown): boolean {
  return typeof value === "object" && value !== null && "async" in value && value.async === true;
}

function isContextual(tool: RegistryTool): tool is ContextualTool {
  return "setContext" in tool && typeof tool.setContext === "function";
}

function isAsync(tool: RegistryTool): tool is AsyncTool {
  return "setCallback" in tool && typeof tool.setCallback === "function";
}
