import type { ToolResult } from "../../result/tool-result.ts";
import type { AuthorisedCall } from "../authorise/authorise.ts";
import type { CallEnv } from "../call-env.ts";
import { present } from "../project/present.ts";
import { lateCall } from "./late-call.ts";
import { tellLate } from "./tell-late.ts";

/** A result that came when its call had already settled. */
export interface LateResult {
  readonly call: AuthorisedCall;
  readonly env: CallEnv;
  readonly result: ToolResult;
}

/** Hands a late result to `onAsyncResult`, once. It is no part of any history. */
export function reportLate({ call, env, result }: LateResult): void {
  if (env.core.options.onAsyncResult === undefined) return;
  Promise.resolve()
    .then(() => present(result, call.tool, env))
    .then(({ result: shown, content }) =>
      tellLate(env.core, [lateCall({ env, toolName: call.tool.name, result: shown, content })]),
    )
    .catch((error) =>
      env.core.logger.error("A late result could not be delivered", { toolCallId: env.toolCallId, error }),
    );
}
