import type { JsonObject } from "../json/json.ts";
import { present } from "../json/present.ts";
import { checkOptions } from "../options/check-options.ts";
import { aLogger } from "../options/composed-rules.ts";
import { withFunctions } from "../options/option-rules.ts";
import { failure } from "../result/failure.ts";
import { type ChainedResult, chained } from "../result/result-helpers.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { ToolRunner } from "../run/runner.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { ArgumentsText } from "../tool/tool.ts";
import type { AsyncCallback } from "./registry-tool.ts";
import type { ExecuteOptions, ToolRegistry } from "./tool-registry.ts";

/** One use of a tool by its name, outside of any loop. */
export interface NamedCall {
  readonly name: string;
  readonly args: ArgumentsText | JsonObject | null | undefined;
  readonly conversation?: Conversation;
  readonly asyncCallback?: AsyncCallback<ChainedResult> | null | undefined;
  readonly options?: ExecuteOptions | undefined;
}

/** Runs the call through a runner of its own. Never rejects. */
export async function executeByName(registry: ToolRegistry, call: NamedCall): Promise<ChainedResult> {
  const { name, args, asyncCallback, options = {} } = call;
  const problem = problemOf(options);
  if (problem !== undefined) return chained(failure({ code: "skipped", message: `${problem} It was not run.` }));
  const { signal, logger } = options;
  const conversation = conversationOf(call);
  const runner: ToolRunner = new ToolRunner({
    registry,
    // Nobody could read it: the runner is gone after this call.
    outputCache: false,
    conversation,
    ...present({ logger }),
    // The caller hears of the call's own result first: it has that when the current task ends.
    onAsyncResult: async ({ toolCallId, result }) => {
      await settled;
      await new Promise((resolve) => setTimeout(resolve));
      await asyncCallback?.({ toolCallId, conversation }, chained(result));
    },
  });
  const settled = runner.exec({ name, arguments: args ?? {} }, signal && { signal });
  const { result } = await settled;
  return chained(result.async && !asyncCallback ? withoutFollowUp(result) : result);
}

/** Nothing is thrown: a call always has a result. */
function problemOf(options: ExecuteOptions): string | undefined {
  try {
    checkOptions<ExecuteOptions>(options, {
      of: "The options of a call by name",
      rules: {
        signal: withFunctions("an AbortSignal, such as controller.signal", "addEventListener"),
        logger: aLogger,
      },
      otherNames: { abortSignal: "signal", abortController: "signal: controller.signal" },
    });
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : "The options of the call cannot be read.";
  }
}

/** Where types do not reach, an id may be a number, or left out. */
function conversationOf({ conversation }: NamedCall): Conversation {
  return { channel: idOf(conversation?.channel), chatId: idOf(conversation?.chatId) };
}

function idOf(given: unknown): string {
  return typeof given === "string" || typeof given === "number" ? String(given) : "";
}

/** A model that is promised an answer waits for it. */
function withoutFollowUp(result: ToolResult): ToolResult {
  if (result.output.type !== "text") return result;
  const text = `${result.output.text}\nNo follow-up will arrive.`.trimStart();
  return { ...result, output: { type: "text", text } };
}
