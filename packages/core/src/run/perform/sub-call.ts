import type { JsonObject } from "../../json/json.ts";
import { failure } from "../../result/failure.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import { decodeArguments } from "../../schema/decode-arguments.ts";
import type { Tool } from "../../tool/tool.ts";
import type { CallEnv } from "../call-env.ts";
import { callName } from "../call-name.ts";
import type { ArgumentsText } from "../tool-call.ts";

/** How deep calls may stand inside calls. */
const MAX_DEPTH = 16;

/** A call made by a tool. */
export interface SubCall {
  readonly name: string;
  readonly input: ArgumentsText | JsonObject;
  /** Which sub-call of its parent it is, from 0. */
  readonly number: number;
  /** The parent has ended already. */
  readonly closed: boolean;
  /** The tools that the caller brings along. */
  readonly subTools: readonly Tool[] | undefined;
  readonly signal: AbortSignal;
  readonly env: CallEnv;
}

/** Runs a call inside another call's slot, under the id `<parent>/<number>`. Never rejects. */
export async function callInside({ name, input, number, closed, subTools, signal, env }: SubCall): Promise<ToolResult> {
  if (closed) return failure({ code: "skipped", message: "The call that made this one has ended." });
  if (env.depth >= MAX_DEPTH) {
    return failure({ code: "skipped", message: `Calls stand inside calls more than ${MAX_DEPTH} deep.` });
  }
  const parentId = env.attempt === 1 ? env.toolCallId : `${env.toolCallId}~${env.attempt}`;
  const { resumed: _resumed, ...rest } = env;
  const { result } = await env.core.execute(
    { name: callName(name), decoded: decodeArguments(input) },
    {
      ...rest,
      subTools,
      signal,
      depth: env.depth + 1,
      parentId: env.toolCallId,
      toolCallId: env.core.ids.claim(`${parentId}/${number}`),
      attempt: 1,
    },
  );
  return result;
}
