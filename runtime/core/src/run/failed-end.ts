import { andThen, type MaybePromise } from "../async/and-then.ts";
import { storedOrUnanswered } from "../journal/stoppable-sink.ts";
import { isRefused } from "../result/error-info.ts";
import type { Ended, ForModel, SettledCall } from "./call-states.ts";
import type { Scope } from "./scope.ts";

/** An end as it is told. */
export interface ToldEnd {
  readonly ended: Ended;
  readonly made: ForModel;
  readonly scope: Scope;
  readonly toolName: string;
}

/** The end of a call that failed or was refused: an event of its own before that of the end, and a line in the log after it. */
export function failedEnd(
  told: ToldEnd,
  publishEnd: (told: ToldEnd) => MaybePromise<SettledCall>,
): MaybePromise<SettledCall> {
  const end = () =>
    andThen(publishEnd(told), (settled) => {
      log(told);
      return settled;
    });
  return andThen(publishError(told), end);
}

/** A failure that the tool returned, and a refusal, need no event of their own. */
function publishError({ ended, made, scope, toolName }: ToldEnd): MaybePromise<void> {
  const { error, isError } = made.view;
  const isItsOwn = ended.how === "returned" && ended.result.isError;
  if (!isError || isItsOwn || error === undefined || ended.how === "refused" || isRefused(error.code)) return;
  const { toolCallId, runId, parentId, activity } = scope;
  const data = { toolCallId, toolName, code: error.code, error: error.message };
  return storedOrUnanswered(activity.emit("error", data, { id: toolCallId, runId, parentId }));
}

/** Says what it was, with the exception itself as a field. */
function log({ ended, made, scope, toolName }: ToldEnd): void {
  const { toolCallId, logger } = scope;
  const { code, message, cause } = made.result.error ?? {};
  const known = { tool: toolName, toolCallId, durationMs: ended.durationMs, code, text: message };
  const fields = cause === undefined ? known : { ...known, error: cause };
  if (ended.how === "refused" || (code !== undefined && isRefused(code))) logger.warn("Tool call refused", fields);
  else logger.error("Tool call failed", fields);
}
