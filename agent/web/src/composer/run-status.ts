import type { ThreadMessageLike } from "@assistant-ui/react";
import { durationText, numberIn, readingText, spelledOnOneLine, textIn } from "@toolwright/view/internal";
import { statusTexts } from "@toolwright/view/internal/words";
import { callNotes } from "../cards/frame/call-notes.ts";
import { type CallState, callState } from "../cards/frame/call-state.ts";
import type { ThreadState } from "../thread/thread-state.ts";
import type { CallPart, MessagePart } from "../thread/to-message.ts";
import { progressTexts } from "../words/composer.ts";

/** Calls that are named in one line. */
const NAMED = 3;

/** What is being done or waited for now, in words; empty when nothing is. */
export function runStatus(state: ThreadState): string {
  const { connection, isLoading, isSending, isRunning, isInterrupted, messages } = state;
  if (isLoading) return progressTexts.loading;
  if (connection === "reconnecting") return progressTexts.reconnecting;
  if (connection === "lost" || !isRunning) return "";
  if (isInterrupted) return progressTexts.interrupted;
  if (isSending) return progressTexts.sending;
  return retryOf(messages.at(-1)) ?? readingOf(messages.at(-1)) ?? workOf(partsOf(messages.at(-1)));
}

/** That the model is asked again, when, and why. */
function retryOf(message: ThreadMessageLike | undefined): string | undefined {
  const retrying = message?.metadata?.custom?.retrying;
  const delayMs = numberIn(retrying, "delayMs");
  if (delayMs === undefined) return undefined;
  const why = spelledOnOneLine((textIn(retrying, "reason") ?? "").slice(0, 300));
  return progressTexts.because(statusTexts.retryingIn(durationText(delayMs)), why);
}

/** How far the model has read the request. */
function readingOf(message: ThreadMessageLike | undefined): string | undefined {
  const reading = message?.metadata?.custom?.reading;
  const [tokens, totalTokens] = [numberIn(reading, "tokens"), numberIn(reading, "totalTokens")];
  if (tokens === undefined || totalTokens === undefined) return undefined;
  const leftMs = numberIn(reading, "leftMs");
  return readingText({ tokens, totalTokens, ...(leftMs === undefined ? {} : { leftMs }) });
}

/** Whether the model is to say something now: no call is under way, and none waits for a person. */
export function awaitsModel({ isRunning, isSending, isInterrupted, connection, messages }: ThreadState): boolean {
  if (!isRunning || isSending || isInterrupted || connection !== "live") return false;
  const last = messages.at(-1);
  return retryOf(last) === undefined && openCalls(partsOf(last)).every(({ state }) => state === "arguments");
}

/** When the oldest of the calls that run now began, in milliseconds since 1970; undefined while none runs. */
export function runningSince({ isRunning, connection, messages }: ThreadState): number | undefined {
  if (!isRunning || connection !== "live") return undefined;
  const calls = openCalls(partsOf(messages.at(-1)));
  if (calls.some(({ state }) => state === "asking")) return undefined;
  const starts = calls.filter(({ state }) => state === "running").map(({ call }) => call.timing?.startedAt ?? 0);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** Whether a call of the run that is shown waits for an answer. */
export function isAsking(state: ThreadState): boolean {
  return askingCall(state) !== undefined;
}

/** The id of the call that waits for an answer: the first one. */
export function askingCall(state: ThreadState): string | undefined {
  return firstAsking(state)?.toolCallId;
}

/** The id of its question. */
export function askedId(state: ThreadState): string | undefined {
  return firstAsking(state)?.approval?.id;
}

function firstAsking({ isRunning, messages }: ThreadState): CallPart | undefined {
  if (!isRunning) return undefined;
  return openCalls(partsOf(messages.at(-1))).find(({ state }) => state === "asking")?.call;
}

function workOf(parts: readonly MessagePart[]): string {
  const calls = openCalls(parts);
  const named = (wanted: CallState["kind"]) =>
    calls.filter(({ state }) => state === wanted).map(({ call }) => call.toolName);
  const asking = named("asking");
  if (asking.length > 0) return progressTexts.waitingFor(list(asking));
  const running = named("running");
  const queued = named("queued");
  const wait = queued.length === 0 ? "" : ` · ${progressTexts.queued(queued.length)}`;
  if (running.length > 1) return progressTexts.runningMany(running.length, list(running)) + wait;
  if (running.length === 1) return statusTexts.runningCall(list(running)) + wait;
  const arriving = named("arguments");
  if (arriving.length > 0) return progressTexts.writingCallOf(list(arriving));
  return waitingFor(parts.at(-1));
}

function waitingFor(last: MessagePart | undefined): string {
  if (last?.type === "text") return statusTexts.writing;
  return last?.type === "reasoning" ? statusTexts.thinking : statusTexts.modelReads;
}

function list(names: readonly string[]): string {
  const more = names.length - NAMED;
  const named = names.slice(0, NAMED).join(", ");
  return more > 0 ? progressTexts.andMore(named, more) : named;
}

function partsOf(message: ThreadMessageLike | undefined): readonly MessagePart[] {
  return message?.role === "assistant" && typeof message.content !== "string" ? message.content : [];
}

interface OpenCall {
  readonly call: CallPart;
  readonly state: CallState["kind"];
}

/** Calls inside others are theirs to tell of, unless they ask. */
function openCalls(parts: readonly MessagePart[]): readonly OpenCall[] {
  return parts.flatMap((call) => {
    if (call.type !== "tool-call" || call.result !== undefined) return [];
    const state = stateOf(call, parts);
    return call.parentId === undefined || state === "asking" ? [{ call, state }] : [];
  });
}

function stateOf(call: CallPart, parts: readonly MessagePart[]): CallState["kind"] {
  const { kind } = callState({ argsText: "", ...call, status: { type: "running" } });
  return kind === "running" && callNotes(parts, call.toolCallId ?? "").isQueued ? "queued" : kind;
}
