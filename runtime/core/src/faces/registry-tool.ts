import type { JsonObject, JsonSchema } from "../json/json.ts";
import type { ResultJson } from "../result/result-json.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Allowlist, ToolContext } from "../tool/tool.ts";

/** A tool as a plain object: parameters as JSON Schema, and the context before the arguments. */
export interface RegistryTool {
  readonly name: string;
  readonly description: string;
  /** Nothing is taken as an object without declared properties. */
  readonly parameters?: JsonSchema | null;
  /** What of a result may leave the runner. Left out: everything, unless the runner says `redaction: "required"`. */
  readonly allowlist?: Allowlist;
  execute(ctx: ToolContext, args: JsonObject): RegistryReturn | Promise<RegistryReturn>;
}

/** A result as plain data; what is left out is empty or false. */
export interface ResultData {
  readonly forLLM: string;
  readonly forUser?: string;
  readonly silent?: boolean;
  readonly isError?: boolean;
  readonly async?: boolean;
  /** The underlying error, for logs; the model reads it where there is no other text. */
  readonly err?: unknown;
}

/** What such a tool may return. */
export type RegistryReturn =
  | ToolResult
  | (Pick<ResultJson, "for_llm"> & Partial<ResultJson> & Pick<ResultData, "err">)
  | ResultData
  | string;

/** A tool that is told the conversation before it runs; only when channel and chat are both non-empty. */
export interface ContextualTool extends RegistryTool {
  setContext(channel: string, chatId: string): void;
}

/** A tool that may return `asyncResult(…)` and call back when its work is done. */
export interface AsyncTool extends RegistryTool {
  setCallback(callback: AsyncCallback): void;
}

/** Which call a later result belongs to. */
export type CallbackContext = Pick<ToolContext, "toolCallId" | "conversation">;

/** Takes the result of work that went on after its call. Heard once a call; later ones are dropped. */
export type AsyncCallback<R = ToolResult> = (ctx: CallbackContext, result: R) => void;
