import type { JsonObject } from "../../json/json.ts";
import { failure } from "../../result/failure.ts";
import { decodeArguments } from "../../schema/decode-arguments.ts";
import type { Tool } from "../../tool/tool.ts";
import type { CallEnv } from "../call-env.ts";
import { callName } from "../call-name.ts";
import type { ArgumentsText, SettledCall } from "../tool-call.ts";

/** How deep calls may stand inside calls. */
const MAX_DEPTH = 16;

/** A call made by a tool. */
export interface SubCall {
  readonly name: string;
  readonly input: ArgumentsText | JsonObject;
  /** Which sub-call of its parent it is, from 0. */
  readonly number: number;
  /** Why it can no longer be made. */
  readonly over: "ended" | "denied" | undefined;
  /** The tools that the caller brings along. */
  readonly subTools: readonly Tool[] | undefined;
  readonly signal: AbortSignal;
  readonly env: CallEnv;
}

const OVER = {
  ended: "The call that made this one has ended.",
  denied: "The user refused an earlier call of this step.",
};

/** What came of a call inside another, and whether its run has to stop. */
export type SettledSubCall = Pick<SettledCall, "result" | "stop">;

/** Runs a call inside another call's slot, under the id `<parent>/<number>`. Never rejects. */
export async function callInside(call: SubCall): Promise<SettledSubCall> {
  const { name, input, number, over, subTools, signal, env } = call;
  if (over !== undefined) return skipped(OVER[over]);
  if (env.depth >= MAX_DEPTH) return skipped(`Calls stand inside calls more than ${MAX_DEPTH} deep.`);
  const parentId = env.attempt === 1 ? env.toolCallId : `${env.toolCallId}~${env.attempt}`;
  const { resumed: _resumed, ...rest } = env;
  return env.core.execute(
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
}

function skipped(message: string): SettledSubCall {
  return { result: failure({ code: "skipped", message }) };
}
