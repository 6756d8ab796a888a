import { join } from "node:path";
import { z } from "zod";
import type { Workspace } from "../workspace/workspace.port.ts";
import { readSessions } from "./read-sessions.ts";
import { undoFolder } from "./undo-folder.ts";

const Numbers = z.object({
  seq: z.number(),
  turn: z.number(),
  /** The turns of the runs that changed something last, newest last. */
  runs: z.array(z.object({ run: z.string(), turn: z.number() })),
});

/** Runs whose turn is remembered: more go on at the same time only with many conversations. */
const MAX_RUNS = 50;

/** The last numbers given in a workspace. */
export type Numbers = z.infer<typeof Numbers>;

/** The last numbers, worked out anew from the logs when their file is lost. Call it under the log's lock. */
export async function lastNumbers(workspace: Workspace): Promise<Numbers> {
  try {
    const text = new TextDecoder().decode(await workspace.files.read(pathOf(workspace)));
    return Numbers.parse(JSON.parse(text));
  } catch {
    return fromLogs(workspace);
  }
}

/** Remembers the last numbers. Call it under the log's lock. */
export async function saveNumbers(workspace: Workspace, numbers: Numbers): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(numbers));
  await workspace.files.write(pathOf(workspace), bytes, { mode: 0o600 });
}

/** The numbers of a run's next entry: a run keeps its turn. */
export function nextNumbers(last: Numbers, run: string): Numbers & { readonly own: number } {
  const own = last.runs.find((known) => known.run === run)?.turn ?? last.turn + 1;
  const others = last.runs.filter((known) => known.run !== run);
  const runs = [...others, { run, turn: own }].slice(-MAX_RUNS);
  return { seq: last.seq + 1, turn: Math.max(last.turn, own), runs, own };
}

async function fromLogs(workspace: Workspace): Promise<Numbers> {
  const last: Numbers = { seq: 0, turn: 0, runs: [] };
  for (const { entries } of await readSessions(workspace)) {
    for (const { seq, turn } of entries) {
      last.seq = Math.max(last.seq, seq);
      last.turn = Math.max(last.turn, turn);
    }
  }
  return last;
}

function pathOf(workspace: Workspace): string {
  return join(undoFolder(workspace), "numbers.json");
}
