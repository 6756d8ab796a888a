import type { JsonObject } from "../json/json.ts";
import { type ChainedResult, chained } from "../result/result-helpers.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { ToolRunner } from "../run/runner.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { Logger } from "../tool/logger.ts";
import type { ArgumentsText } from "../tool/tool.ts";
import type { AsyncCallback } from "./registry-tool.ts";
import type { ToolRegistry } from "./tool-registry.ts";

/** One use of a tool by its name, outside of any loop. */
export interface NamedCall {
  readonly name: string;
  readonly args: ArgumentsText | JsonObject | null | undefined;
  readonly conversation?: Conversation;
  readonly asyncCallback?: AsyncCallback | null | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly logger?: Logger | undefined;
}

/** Runs the call through a runner of its own. Never rejects. */
export async function executeByName(registry: ToolRegistry, call: NamedCall): Promise<ChainedResult> {
  const { name, args, conversation, asyncCallback, signal, logger } = call;
  const runner: ToolRunner = new ToolRunner({
    registry,
    // Nobody could read it: the runner is gone after this call.
    outputCache: false,
    ...(conversation && { conversation }),
    ...(logger && { logger }),
    // The caller hears of the call's own result first: it has that when the current task ends.
    onAsyncResult: async ({ toolCallId, result }) => {
      await settled;
      await new Promise((resolve) => setTimeout(resolve));
      await asyncCallback?.({ toolCallId, conversation: conversation ?? NOBODY }, chained(result));
    },
  });
  const settled = runner.exec({ name, arguments: args ?? {} }, signal && { signal });
  const { result } = await settled;
  return chained(result.async && !asyncCallback ? withoutFollowUp(result) : result);
}

const NOBODY: Conversation = { channel: "", chatId: "" };

/** A model that is promised an answer waits for it. */
function withoutFollowUp(result: ToolResult): ToolResult {
  if (result.output.type !== "text") return result;
  const text = `${result.output.text}\nNo follow-up will arrive.`.trimStart();
  return { ...result, output: { type: "text", text } };
}
