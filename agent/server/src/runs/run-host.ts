import type { Conversation, DurableRun, LlmCaller, ToolLoopConfig } from "@toolwright/core";
import { toolsOf } from "@toolwright/core/internal";
import type { Lease, Store } from "@toolwright/store";
import type { LiveThread } from "./live-thread.ts";
import type { LiveThreadsOptions } from "./live-threads-options.ts";
import type { NewRun } from "./new-run.ts";
import { runConfig } from "./run-config.ts";
import type { ThreadsHere } from "./threads-here.ts";

/** What runs are begun and taken up with. */
export interface RunHost {
  readonly options: LiveThreadsOptions;
  readonly here: ThreadsHere;
  /** Where a run waits for ever, before its next step, once the server closes. */
  readonly gate: (conversation: Conversation) => Promise<void> | undefined;
}

/** One run that is about to be under way. */
export interface HeldRun {
  readonly thread: LiveThread;
  readonly caller: LlmCaller;
  readonly controller: AbortController;
  readonly lease: Lease;
  /** The engine that carries it. */
  readonly durable?: DurableRun | undefined;
  /** With the model alone, without the agent's tools. Default false. */
  readonly isPlain?: boolean | undefined;
  /** What whoever asks wants of the configuration. */
  readonly adapt?: NewRun["adapt"] | undefined;
}

/** What such a run runs with. Rejects where the agent cannot say, and with what `adapt` throws. */
export async function configOf(
  { options, gate }: RunHost,
  { thread, caller, controller, lease, durable, isPlain = false, adapt = (config) => config }: HeldRun,
): Promise<ToolLoopConfig> {
  const { signal } = controller;
  for (const ending of [lease.signal, durable?.cancelled]) if (ending !== undefined) abortWith(controller, ending);
  const wait = () => gate(thread.conversation);
  const config = adapt(await runConfig({ options, thread, caller, signal, durable, isPlain, gate: wait }));
  const { tools = [] } = config;
  thread.journal.calls.tools = () => toolsOf(tools);
  return config;
}

/** In the place of `AbortSignal.any`: a signal of several looks at all of them whenever it is asked. */
function abortWith(controller: AbortController, ending: AbortSignal): void {
  const abort = () => controller.abort(ending.reason);
  if (ending.aborted) abort();
  else ending.addEventListener("abort", abort, { once: true });
}

/** Why no other run can begin in a conversation that has an open one. */
export async function whyBusy({ threads }: Store, conversation: Conversation): Promise<"busy" | "quarantined"> {
  return (await threads.get(conversation))?.status === "quarantined" ? "quarantined" : "busy";
}

/** A run is open that has not ended, whoever runs it. */
export async function isOpen({ threads }: Store, conversation: Conversation): Promise<boolean> {
  const status = (await threads.get(conversation))?.status;
  return status !== undefined && status !== "idle";
}
