import type { Conversation } from "@toolwright/core";
import { type Store, StoreError } from "@toolwright/store";
import type { ReversalAnswer } from "@toolwright/view";
import type { AgentUndo, Reversed } from "../agent.ts";
import { shownThread } from "../changes/thread-watch.ts";
import { type OwnedRun, runsFrom } from "./changed-runs.ts";

/** How far to go back. */
export interface GoBack {
  readonly undo: AgentUndo;
  readonly conversation: Conversation;
  /** Those of the conversation that changed files, newest first. */
  readonly runs: readonly OwnedRun[];
  /** The first run that is taken back. */
  readonly runId: string;
  readonly force: boolean;
}

/**
 * Takes back what a run and those after it changed in files, the newest first, and then the conversation: a fork goes
 * on from before the run. There is none where a file stood in the way. Undefined for an unknown run.
 */
export async function goBack(store: Store, options: GoBack): Promise<ReversalAnswer | undefined> {
  const { undo, conversation, runs, runId, force } = options;
  const taken = await runsFrom(store.journal(conversation), runId);
  if (taken === undefined) return undefined;
  const all: Reversed[] = [];
  for (const { run, owner } of runs) {
    if (!taken.has(run.runId) || run.isUndone) continue;
    const reversed = await undo.reverse({ kind: "undo", conversation: owner, runId: run.runId, force });
    if (reversed === undefined) continue;
    all.push(reversed);
    if (!reversed.done || reversed.conflicts.length > 0) return joined(all);
  }
  return { ...joined(all), ...(await forked(store, conversation, runId)) };
}

/** What came of several undos. */
export function joined(all: readonly Reversed[]): Omit<ReversalAnswer, "fork"> {
  return {
    lines: all.flatMap(({ lines }) => lines),
    done: all.some(({ done }) => done),
    conflicts: [...new Set(all.flatMap(({ conflicts }) => conflicts))],
  };
}

/** The files are back by now: a store that has no room for the fork must not make that a failure. */
async function forked(store: Store, from: Conversation, before: string): Promise<Partial<ReversalAnswer>> {
  try {
    const thread = await store.threads.fork({ from, before });
    return thread === undefined ? {} : { fork: shownThread(thread) };
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error;
    return { notForked: error.message };
  }
}
