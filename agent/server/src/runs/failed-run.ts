import { randomBytes } from "node:crypto";
import {
  type Conversation,
  createScrubber,
  type EventOf,
  type LlmError,
  type Logger,
  type Message,
} from "@toolwright/core";
import type { Lease, RunRequest, Store } from "@toolwright/store";
import { followRun } from "./follow-run.ts";
import type { LiveThread } from "./live-thread.ts";
import type { BegunHere } from "./new-run.ts";

/** A run that could not begin. */
export interface FailedRun {
  readonly store: Store;
  readonly thread: LiveThread;
  /** Released when all is stored, or could not be. */
  readonly lease: Lease;
  readonly messages: readonly Message[];
  /** The usual model of the agent. */
  readonly model: string;
  readonly thrown: unknown;
  /** What it was asked for with. */
  readonly request: RunRequest | undefined;
}

/**
 * Stores what was said and why nothing came of it, as a run that failed at once: whoever asked sees both, and may ask
 * again. Rejects where that cannot be stored, either.
 */
export async function storeFailedRun(failed: FailedRun): Promise<BegunHere> {
  const { store, thread, lease, messages, model, thrown, request } = failed;
  const runId = randomBytes(9).toString("base64url");
  const error: LlmError = { code: "internal", message: reasonOf(thrown) };
  const ended = { stopReason: "error", iterations: 0, usage: { inputTokens: 0, outputTokens: 0 }, error } as const;
  const { conversation, activity, journal } = thread;
  journal.open(lease, request);
  let leave: (() => void) | undefined;
  try {
    await activity.sync();
    const first = thread.firstEvent();
    leave = first.leave;
    await activity.emit("run_start", { input: messages, model }, { runId });
    await activity.emit("done", ended, { runId });
    const followed = await followRun({ store, conversation, thread, begun: await first.heard });
    if (followed === undefined) throw new Error("A run that has failed cannot be followed.");
    return { ok: true, followed, final: Promise.resolve({ ...ended, content: "", messages }) };
  } finally {
    leave?.();
    journal.close();
    await lease.release();
  }
}

interface FailureAbout {
  readonly logger: Logger;
  readonly conversation: Conversation;
}

/** Logs why a run failed; nothing for one that did not. */
export function logFailure({ runId, data: { error } }: EventOf<"done">, { logger, conversation }: FailureAbout): void {
  if (error === undefined) return;
  const about = { threadId: conversation.chatId, runId, code: error.code, error: error.message };
  logger.error("A run failed", about);
}

function reasonOf(thrown: unknown): string {
  return createScrubber([]).text(thrown instanceof Error ? thrown.message : String(thrown));
}
