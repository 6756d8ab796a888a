import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type CompactResult,
  compactConversation,
  type Message,
  streamToolLoop,
  type ToolLoopConfig,
  type ToolLoopResult,
} from "@toolwright/core";
import { titleOf } from "@toolwright/core/internal";
import type { Lease, Store } from "@toolwright/store";
import { noteNeeds } from "../users/run-user.ts";
import { type FailedRun, storeFailedRun } from "./failed-run.ts";
import { followRun } from "./follow-run.ts";
import { leaseSoon } from "./lease-soon.ts";
import { nameByModel } from "./model-title.ts";
import type { BegunHere, NewRun } from "./new-run.ts";
import { nextMessages } from "./next-messages.ts";
import { nextChoice, storeChoice, storedChoice } from "./run-choice.ts";
import { configOf, type RunHost } from "./run-host.ts";

/** Begins a run under a lease, which goes back when the run has ended. Resolves when its first event is stored. */
export async function startRun(host: RunHost, run: NewRun, lease: Lease): Promise<BegunHere> {
  const { conversation, caller, choice = {}, request } = run;
  const { store, agent } = host.options;
  if (await hasBegun(store, run)) {
    await lease.release();
    return { ok: false, why: "known" };
  }
  const last = await storedChoice(store, agent, conversation);
  const next = nextChoice(agent, last, choice);
  if (!isDeepStrictEqual(next, last)) await storeChoice(store, conversation, next);
  await noteNeeds(host.options, conversation);
  const thread = await host.here.current(conversation);
  const controller = new AbortController();
  const messages = run.messages ?? (await nextMessages({ ...host.options, thread, run }));
  let config: ToolLoopConfig;
  try {
    const { durable, isPlain, adapt } = run;
    config = await configOf(host, { thread, caller, controller, lease, durable, isPlain, adapt });
  } catch (thrown) {
    return storeFailure(host, { thread, lease, messages, thrown, request });
  }
  const named = await giveTitle(host, run, config);
  thread.journal.open(lease, request);
  await thread.activity.sync();
  const first = thread.firstEvent();
  const { runId, final } = startLoop(run, config, messages);
  host.here.watch(thread, { controller, lease, ended: final });
  if (named !== undefined && agent.titles === true)
    void nameByModel({ ...host.options, conversation, runId, message: named, config }, final);
  const start = await Promise.race([first.heard, final.then(() => undefined)]);
  first.leave();
  // A configuration that cannot be used: what was said is in no event of such a run.
  if (start === undefined) return storeFailureUnderNewLease(host, run, await final);
  const followed = await followRun({ store, conversation, thread, begun: start });
  if (followed === undefined) throw new Error("A run that has just begun cannot be followed.");
  return { ok: true, followed, final };
}

/** For whoever has the lease: until it goes back, nobody else begins one. */
async function hasBegun({ threads }: Store, { conversation: { channel }, request }: NewRun): Promise<boolean> {
  return request !== undefined && (await threads.begunBy({ channel, key: request.key })) !== undefined;
}

interface RunUnderWay {
  readonly runId: string;
  readonly final: Promise<CompactResult>;
}

function startLoop({ compact }: NewRun, config: ToolLoopConfig, messages: readonly Message[]): RunUnderWay {
  if (compact === undefined) return streamToolLoop(config, messages);
  const runId = randomBytes(9).toString("base64url");
  return { runId, final: compactConversation(config, messages, { ...compact, runId }) };
}

/** The words after which a conversation is named now; undefined for one that has a title. */
async function giveTitle(
  { options: { store } }: RunHost,
  run: NewRun,
  { secrets }: ToolLoopConfig,
): Promise<Message | undefined> {
  const { conversation, givesTitle } = run;
  if (givesTitle !== true || (await store.threads.get(conversation))?.title !== "") return undefined;
  const message = run.message ?? (await store.steers.queue(conversation).waiting())[0]?.message;
  if (message !== undefined) await store.threads.rename(conversation, titleOf(message, secrets));
  return message;
}

/** The lease goes with the run that did not begin. */
async function storeFailureUnderNewLease(
  host: RunHost,
  { conversation, request }: NewRun,
  { error, messages }: ToolLoopResult,
): Promise<BegunHere> {
  const { store, limits } = host.options;
  const lease = await leaseSoon(store, conversation, { withinMs: 1_000, ttlMs: limits.leaseMs });
  if (lease === undefined) return { ok: false, why: "busy" };
  const thrown = error?.message ?? "The run could not begin.";
  return storeFailure(host, { thread: await host.here.current(conversation), lease, messages, thrown, request });
}

function storeFailure(
  { options: { store, agent } }: RunHost,
  about: Pick<FailedRun, "thread" | "lease" | "messages" | "thrown" | "request">,
): Promise<BegunHere> {
  return storeFailedRun({ ...about, store, model: agent.model });
}
