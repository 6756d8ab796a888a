import type { JsonObject } from "../json/json.ts";
import { isResultJson, resultFromJson } from "../result/result-json.ts";
import type { ToolContext } from "../tool/tool-context.ts";
import type { Completion } from "./completion.ts";
import { inTurn } from "./instance-turns.ts";
import type { AsyncTool, ContextualTool, RegistryTool } from "./registry-tool.ts";

/** Runs an object in 004's shape. One that keeps its context or callback in itself runs one call at a time. */
export async function runRegistryTool(tool: RegistryTool, input: unknown, ctx: ToolContext): Promise<unknown> {
  const args = isArguments(input) ? input : {};
  if (!isContextual(tool) && !isAsync(tool)) return readReturned(await tool.execute(ctx, args));
  return inTurn(tool, ctx, {
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
  const returned = readReturned(await tool.execute(ctx, args));
  if ((isAsyncResult(returned) || completion.isSettled) && isAsync(tool) && !ctx.signal.aborted) {
    ctx.background(async () => readReturned(await completion.result));
  } else {
    completion.end();
  }
  return returned;
}

function readReturned(value: unknown): unknown {
  if (!isResultJson(value)) return value;
  return resultFromJson({ silent: false, is_error: false, async: false, ...value });
}

function isArguments(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
