import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { cloneJson } from "../json/clone-json.ts";
import type { Json } from "../json/json.ts";
import { present } from "../json/present.ts";
import { toJson } from "../json/to-json.ts";
import type { Message } from "../model/messages.ts";
import type { ErrorInfo } from "../result/error-info.ts";
import { errorInfo } from "../result/failure.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import { plainResult } from "../result/plain-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { OWN_VENDOR } from "../schema/compile/compile-input-schema.ts";
import { compileOutputSchema } from "../schema/compile/compile-output-schema.ts";
import type { Logger } from "../tool/logger.ts";
import type { DefineToolOptions, Schema, Tool } from "../tool/tool.ts";
import { checkPromptToolOptions } from "./check-prompt-tool.ts";
import { defineTool } from "./define-tool.ts";
import { refuseUnread } from "./refuse-unread.ts";
import { promptToolContext, type SubTool, type ToolOptions } from "./sub-tool.ts";

/** What the tools of one prompt have in common. */
export interface ToolSurroundings {
  /** The request that calls come from. */
  messages(): readonly Message[];
  /** Told of outputs that do not fit, where that is all that is wanted. */
  readonly logger: Pick<Logger, "warn">;
}

/** Surroundings of a tool that belongs to no prompt. */
export const NO_PROMPT: ToolSurroundings = { messages: () => [], logger: console };

type Options = DefineToolOptions<unknown, unknown>;

type ContractKey = "allowlist" | "effects" | "requiresConfirmation" | "timeoutMs" | "streamsOutput" | "formatOutput";

const READ: ReadonlySet<string> = new Set(["name", "description", "inputSchema", "execute", "options"]);
const FORM = "a tool(name, description, schema, execute, options); its options have it";

/** Makes the tool of a sub-tool: its hooks are the runner's hooks. Throws a `TypeError` as `defineTool` does. */
export function bindSubTool(subTool: SubTool, surroundings: ToolSurroundings): Tool {
  const { name, description, inputSchema, options = {} } = subTool;
  refuseUnread(subTool, { name, read: READ, form: FORM });
  checkPromptToolOptions(name, options);
  return defineTool<unknown, unknown>({
    name,
    description,
    input: inputSchema,
    ...contractOf(options),
    ...responseCheck(subTool, surroundings),
    ...hooksOf(options),
    errorOutput: (error) => errorOutput(name, error),
    execute: (input, context) => subTool.execute(input, promptToolContext(context, surroundings.messages())),
  });
}

/** How a failed call of a prompt's tool reads for its caller. */
export function errorOutput(name: string, { code, message, suggestion }: ErrorInfo): { error: string } {
  const what = code === "invalid_output" ? `Tool output validation failed for ${name}: ${message}` : message;
  return { error: suggestion === undefined ? what : `${what} ${suggestion}` };
}

/** What `formatOutput` makes of an output; the output itself where it makes nothing. Throws what it throws. */
export function formattedOutput(options: ToolOptions, output: Json): Json {
  const made = options.formatOutput?.(cloneJson(output));
  if (made === undefined) return output;
  if (made instanceof Promise) throw new TypeError("formatOutput has to answer at once");
  const json = toJson(made);
  if (!json.ok) throw new TypeError(`formatOutput made what cannot be written as JSON: ${json.problem}`);
  return json.value;
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What the options of a prompt's tool share with those of every tool. */
export function contractOf(options: ToolOptions): Pick<Options, ContractKey> {
  const { allowlist, effects, requiresConfirmation, timeoutMs, streamsOutput, formatOutput } = options;
  return {
    ...present({ allowlist, effects, requiresConfirmation, timeoutMs, streamsOutput }),
    ...(formatOutput && { formatOutput: (output) => asText(formattedOutput(options, output)) }),
  };
}

/** The hooks as the runner takes them. `{error}` stays a failure, whoever wrote it. */
export function hooksOf(options: ToolOptions): Pick<Options, "beforeCall" | "onSuccess" | "onError"> {
  const { beforeCall, onSuccess, onError } = options;
  return {
    ...(beforeCall && { beforeCall: async (input) => marked(await options.beforeCall?.(input, undefined)) }),
    onSuccess: async (input, output) => {
      const replaced = onSuccess === undefined ? undefined : await options.onSuccess?.(input, output);
      return marked(replaced === undefined ? output : replaced);
    },
    ...(onError && { onError: async (input, error) => marked(await options.onError?.(input, error)) }),
  };
}

function marked(value: unknown): unknown {
  return isToolResult(value) ? value : (failedOutput(value) ?? value);
}

function responseCheck({ name, options = {} }: SubTool, { logger }: ToolSurroundings): Pick<Options, "output"> {
  const { responseSchema, responseValidation = "error" } = options;
  if (responseSchema === undefined || responseValidation === "off") return {};
  return { output: responseValidation === "error" ? responseSchema : warningSchema(responseSchema, { name, logger }) };
}

/** The result of a failure that a tool or a hook reported as plain data: an object with nothing but a text `error`. */
function failedOutput(value: unknown): ToolResult | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).join() !== "error") return undefined;
  const error: unknown = Reflect.get(value, "error");
  if (typeof error !== "string") return undefined;
  return {
    ...plainResult({ type: "json", value: { error } }),
    isError: true,
    error: errorInfo({ code: "execution_failed", message: error }),
  };
}

/** A schema that lets every value pass, and warns of one that the given schema refuses. */
function warningSchema(
  schema: Schema<unknown>,
  { name, logger }: { readonly name: string; readonly logger: Pick<Logger, "warn"> },
): OwnSchema<unknown> {
  const { jsonSchema, check } = compileOutputSchema(schema, { toolName: name });
  const written = () => ({ ...jsonSchema });
  const validate = async (value: unknown) => {
    const json = toJson(value);
    if (!json.ok) return { value };
    const checked = await check(json.value);
    if (checked.ok) return { value: checked.value };
    logger.warn(`Tool output validation failed for ${name}`, { issues: checked.issues });
    return { value };
  };
  return {
    "~standard": { version: 1, vendor: OWN_VENDOR, validate, jsonSchema: { input: written, output: written } },
  };
}

/** A Standard Schema that also writes itself as JSON Schema. */
export interface OwnSchema<T> {
  readonly "~standard": StandardSchemaV1.Props<unknown, T> & StandardJSONSchemaV1.Props<unknown, T>;
}
