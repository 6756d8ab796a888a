import type { BranchPoint } from "@toolwright/view/internal";

/** A thread, as far as it matters where it goes its own way. */
export interface Branching {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeq: number;
  readonly forkedFrom?: { readonly id: string; readonly seq: number };
}

/** A run that a thread holds, and the number of the event that it begins with. */
interface Begun {
  readonly runId: string;
  readonly seq: number;
}

/**
 * Where other threads went another way than this one: the first run of this one that they do not have, and the threads,
 * this one's way among them, in the order in which they were made. `runs` are those of this thread, the oldest first.
 */
export function branchesOf(id: string, threads: readonly Branching[], runs: readonly Begun[]): readonly BranchPoint[] {
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  const root = ownerAt(byId, id, 0);
  const family = threads.filter((thread) => ownerAt(byId, thread.id, 0) === root);
  const points = new Map<string, Map<string, Branching>>();
  for (const seq of new Set(family.flatMap(({ forkedFrom }) => forkedFrom?.seq ?? []))) {
    const run = runs.find((begun) => begun.seq > seq);
    if (run === undefined) continue;
    points.set(run.runId, new Map([...(points.get(run.runId) ?? []), ...waysAt(byId, family, { id, seq })]));
  }
  return [...points].flatMap(([runId, ways]) => {
    const inOrder = [...ways].toSorted(([a, one], [b, other]) => madeAt(byId, a, one) - madeAt(byId, b, other));
    return inOrder.length < 2 ? [] : [{ runId, threads: inOrder.map(([, thread]) => thread.id) }];
  });
}

type ById = ReadonlyMap<string, Branching>;

/** The threads that have all of a thread up to an event and go on, one for each way, by the one that went it first. */
function waysAt(
  byId: ById,
  family: readonly Branching[],
  { id, seq }: { readonly id: string; readonly seq: number },
): ReadonlyMap<string, Branching> {
  const ways = new Map<string, Branching>();
  const here = ownerAt(byId, id, seq);
  for (const thread of family) {
    if (thread.lastSeq <= seq || ownerAt(byId, thread.id, seq) !== here) continue;
    const owner = ownerAt(byId, thread.id, seq + 1);
    // Where that one is gone, another one stands for it that came from it.
    if (!ways.has(owner) || thread.id === owner) ways.set(owner, thread);
  }
  // Its own way is shown by the thread itself.
  const shown = byId.get(id);
  return shown === undefined ? ways : ways.set(ownerAt(byId, id, seq + 1), shown);
}

/** The thread in which an event came to be that a thread holds; that of its very beginning for 0. */
function ownerAt(byId: ById, id: string, seq: number): string {
  let [owner, from] = [id, byId.get(id)?.forkedFrom];
  // A thread is never made from one that is younger, so that this ends; a damaged store must not make it endless.
  for (let steps = 0; from !== undefined && seq <= from.seq && steps <= byId.size; steps++) {
    owner = from.id;
    from = byId.get(owner)?.forkedFrom;
  }
  return owner;
}

function madeAt(byId: ById, owner: string, thread: Branching): number {
  return (byId.get(owner) ?? thread).createdAt;
}
