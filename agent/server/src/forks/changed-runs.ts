import type { Conversation } from "@toolwright/core";
import type { Store, StoredJournal } from "@toolwright/store";
import type { AgentUndo, ChangedRun } from "../agent.ts";
import { ancestorsOf } from "./ancestors.ts";

/**
 * A run of a thread that changed files, and the thread in which it ran: a fork holds runs of those that it came from.
 */
export interface OwnedRun {
  readonly run: ChangedRun;
  readonly owner: Conversation;
}

/** Runs of a page of a journal. */
const PAGE = 1_000;

/** The runs of a thread that changed files, newest first. */
export async function changedRuns(store: Store, undo: AgentUndo, conversation: Conversation): Promise<OwnedRun[]> {
  const found = owned(await undo.turns(conversation), conversation);
  const ancestors = await ancestorsOf(store, conversation);
  if (ancestors.length === 0) return found;
  const here = new Set<string>();
  for await (const runId of runIds(store.journal(conversation))) here.add(runId);
  for (const { run } of found) here.delete(run.runId);
  for (const owner of ancestors) {
    const theirs = (await undo.turns(owner)).filter(({ runId }) => here.delete(runId));
    found.push(...owned(theirs, owner));
  }
  return found;
}

/** The ids of the runs from one on; undefined where it is none of this thread's. */
export async function runsFrom(journal: StoredJournal, runId: string): Promise<ReadonlySet<string> | undefined> {
  const found = new Set<string>();
  for await (const each of runIds(journal)) {
    found.add(each);
    if (each === runId) return found;
  }
  return undefined;
}

function owned(runs: readonly ChangedRun[], owner: Conversation): OwnedRun[] {
  return runs.map((run) => ({ run, owner }));
}

/** Newest first, a page at a time. */
async function* runIds(journal: StoredJournal): AsyncGenerator<string> {
  let before: number | undefined;
  for (;;) {
    const page = await journal.runs({ limit: PAGE, ...(before !== undefined && { before }) });
    for (const { runId } of page) yield runId;
    before = page.at(-1)?.seq;
    if (page.length < PAGE) return;
  }
}
