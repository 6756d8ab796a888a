import { defineTool } from "../../faces/tool.ts";
import type { Message } from "../../model/messages.ts";
import { isToolResult } from "../../result/is-tool-result.ts";
import type { Logger } from "../../tool/logger.ts";
import type { DefineToolOptions, Tool } from "../../tool/tool.ts";
import { failedOutput } from "./failed-output.ts";
import { hookInput } from "./hook-input.ts";
import { promptToolContext } from "./prompt-tool-context.ts";
import type { SubTool } from "./sub-tool.ts";
import type { ToolOptions } from "./tool-options.ts";
import { warningSchema } from "./warning-schema.ts";

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

/** Makes the tool of a sub-tool: its hooks are the runner's hooks. Throws a `TypeError` as `defineTool` does. */
export function bindSubTool(subTool: SubTool, surroundings: ToolSurroundings): Tool {
  const { name, description, inputSchema, options = {} } = subTool;
  return defineTool<unknown, unknown>({
    name,
    description,
    input: inputSchema,
    ...contractOf(options),
    ...responseCheck(subTool, surroundings),
    ...hooksOf(options),
    errorOutput: ({ code, message, suggestion }) => {
      const what = code === "invalid_output" ? `Tool output validation failed for ${name}: ${message}` : message;
      return { error: suggestion === undefined ? what : `${what} ${suggestion}` };
    },
    execute: (input, context) => subTool.execute(input, promptToolContext(context, surroundings.messages())),
  });
}

/** What the options of a prompt's tool share with those of every tool. */
export function contractOf(options: ToolOptions): Pick<Options, ContractKey> {
  const { allowlist, effects, requiresConfirmation, timeoutMs, streamsOutput, formatOutput } = options;
  return {
    ...(allowlist === undefined ? {} : { allowlist }),
    ...(effects === undefined ? {} : { effects }),
    ...(requiresConfirmation === undefined ? {} : { requiresConfirmation }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(streamsOutput === undefined ? {} : { streamsOutput }),
    ...(formatOutput === undefined ? {} : { formatOutput }),
  };
}

/** The hooks as the runner takes them. `{error}` stays a failure, whoever wrote it. */
export function hooksOf(options: ToolOptions): Pick<Options, "beforeCall" | "onSuccess" | "onError"> {
  const { beforeCall, onSuccess, onError } = options;
  return {
    ...(beforeCall && { beforeCall: async (input) => marked(await options.beforeCall?.(hookInput(input), undefined)) }),
    onSuccess: async (input, output) => {
      const replaced = onSuccess === undefined ? undefined : await options.onSuccess?.(hookInput(input), output);
      return marked(replaced === undefined ? output : replaced);
    },
    ...(onError && { onError: async (input, error) => marked(await options.onError?.(hookInput(input), error)) }),
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
