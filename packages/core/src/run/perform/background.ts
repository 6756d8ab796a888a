import { backgroundNote } from "../../journal/background-note.ts";
import type { Message } from "../../model/messages.ts";
import type { Part } from "../../result/part.ts";
import { partsText } from "../../result/render-output.ts";
import type { Tool, ToolReturn } from "../../tool/tool.ts";
import type { Delivery } from "../../tool/tool-context.ts";
import type { CallEnv } from "../call-env.ts";
import { mintId } from "../call-ids.ts";
import { present } from "../project/present.ts";
import { project } from "../project/project.ts";
import { lateCall } from "./late-call.ts";
import type { Outcome } from "./perform.ts";
import { tellLate } from "./tell-late.ts";
import { thrownMessage } from "./thrown-message.ts";
import { untilAborted } from "./until-aborted.ts";

/** Work that goes on after its call has returned. */
export interface BackgroundStart {
  readonly tool: Tool;
  readonly env: CallEnv;
  readonly work: (signal: AbortSignal) => ToolReturn<unknown> | Promise<ToolReturn<unknown>>;
  readonly deliver: Delivery;
}

/**
 * Starts the work and delivers what comes of it once: a value, a failure, or that the run was stopped.
 * Resolves when the work has ended; never rejects.
 */
export async function startBackground(start: BackgroundStart): Promise<void> {
  const { env, tool } = start;
  const outcome = outcomeOf(start);
  outcome
    .then((ended) => project(ended, tool, env.core))
    .then((result) => present(result, tool, env))
    .then((presented) => deliver(start, presented))
    .catch((error) => env.core.logger.error("A background result could not be delivered", { tool: tool.name, error }));
  await outcome;
}

async function outcomeOf({ env, work }: BackgroundStart): Promise<Outcome> {
  const { core } = env;
  const signal = env.signal ?? new AbortController().signal;
  const stopped: Outcome = { ok: false, details: { code: "aborted", message: "stopped before it had finished." } };
  if (signal.aborted) return stopped;
  try {
    // Wrapped, because `undefined` is both "nothing returned" and "aborted".
    const settled = await untilAborted(
      Promise.resolve(work(signal)).then((value) => ({ value })),
      signal,
    );
    return settled === undefined ? stopped : { ok: true, value: settled.value };
  } catch (thrown) {
    core.logger.error("Background work failed", { toolCallId: env.toolCallId, error: thrown });
    return { ok: false, details: { code: "execution_failed", message: thrownMessage(thrown, core), cause: thrown } };
  }
}

/** While the run is open the model hears of it before its next call; afterwards it is a new run's event. */
async function deliver(
  start: BackgroundStart,
  { result, content }: Awaited<ReturnType<typeof present>>,
): Promise<void> {
  const { env, tool } = start;
  const inbox = env.memory?.inbox;
  const runId = inbox?.isOpen ? env.runId : mintId();
  const shown = start.deliver === "model" ? { ...result, silent: true } : result;
  const late = lateCall({ env, toolName: tool.name, result: shown, content });
  const heard = start.deliver !== "user" && inbox?.add({ message: forModel(start, content), late });
  await env.core.activity.emit(
    "async_result",
    { toolCallId: env.toolCallId, toolName: tool.name, result: shown, deliver: start.deliver },
    { runId, parentId: env.toolCallId },
  );
  if (!heard) tellLate(env.core, [late]);
}

function forModel({ env, tool }: BackgroundStart, content: string | readonly Part[]): Message {
  return backgroundNote(tool.name, env.toolCallId, typeof content === "string" ? content : partsText(content));
}
