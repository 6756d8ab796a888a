import type { ThreadMessageLike } from "@assistant-ui/react";
import type { CallPart, MessagePart } from "../thread/draft-call.ts";
import type { ThreadState } from "../thread/thread-state.ts";
import { callState } from "./call-state.ts";

/** Calls that are named in one line. */
const NAMED = 3;

/** What is being done or waited for now, in words; empty when nothing is. */
export function runStatus(state: ThreadState): string {
  const { connection, isLoading, isSending, isRunning, isInterrupted, messages } = state;
  if (isLoading) return "Loading the conversation.";
  if (connection === "reconnecting") return "The connection broke off; trying again.";
  if (connection === "lost" || !isRunning) return "";
  if (isInterrupted) return "This run was interrupted; waiting for the server to take it up. Stop ends it.";
  return isSending ? "Sending." : workOf(partsOf(messages.at(-1)));
}

/** When the oldest of the calls that run now began, in milliseconds since 1970; undefined while none runs. */
export function runningSince({ isRunning, connection, messages }: ThreadState): number | undefined {
  if (!isRunning || connection !== "live") return undefined;
  const calls = callsOf(partsOf(messages.at(-1)));
  if (calls.some((call) => callState(call) === "asking")) return undefined;
  const starts = calls.filter((call) => callState(call) === "running").map(({ timing }) => timing?.startedAt ?? 0);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** Whether a call of the run that is shown waits for an answer. */
export function isAsking({ isRunning, messages }: ThreadState): boolean {
  return isRunning && callsOf(partsOf(messages.at(-1))).some((call) => callState(call) === "asking");
}

function workOf(parts: readonly MessagePart[]): string {
  const calls = callsOf(parts);
  const named = (state: ReturnType<typeof callState>) =>
    calls.filter((call) => callState(call) === state).map(({ toolName }) => toolName);
  const asking = named("asking");
  if (asking.length > 0) return `Waiting for your answer: ${list(asking)}.`;
  const running = named("running");
  // Calls that change something wait for each other: which of several runs just now is not told.
  if (running.length > 1) return `${running.length} calls are under way: ${list(running)}.`;
  if (running.length === 1) return `Running ${list(running)}.`;
  const arriving = named("arriving");
  if (arriving.length > 0) return `Writing a call of ${list(arriving)}.`;
  return waitingFor(parts.at(-1));
}

function waitingFor(last: MessagePart | undefined): string {
  if (last?.type === "text") return "Writing.";
  return last?.type === "reasoning" ? "Reasoning." : "The model is thinking.";
}

function list(names: readonly string[]): string {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function partsOf(message: ThreadMessageLike | undefined): readonly MessagePart[] {
  return message?.role === "assistant" && typeof message.content !== "string" ? message.content : [];
}

/** Calls inside others are theirs to tell of, unless they ask. */
function callsOf(parts: readonly MessagePart[]): readonly CallPart[] {
  return parts.filter(
    (part): part is CallPart =>
      part.type === "tool-call" && (part.parentId === undefined || callState(part) === "asking"),
  );
}
