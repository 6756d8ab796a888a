import type { Conversation } from "@toolwright/core";
import { type Store, StoreError } from "@toolwright/store";
import type { ReversalAnswer } from "@toolwright/view";
import { type GoOnRequest, StepsFold, type ThreadStep, type ThreadSteps } from "@toolwright/view/internal";
import { z } from "zod";
import type { AgentUndo, Reversed } from "../../agent.ts";
import { shownThread } from "../../changes/thread-watch.ts";
import { callsUntil } from "../../forks/calls-until.ts";
import { changedRuns } from "../../forks/changed-runs.ts";
import { forkAtStep } from "../../forks/fork-at-step.ts";
import { joined } from "../../forks/go-back.ts";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, noSuchThread, refuse } from "../refuse.ts";
import { undoOf, whileAtRest } from "./undo-routes.ts";

/** Steps of one answer: the newest. */
const MAX_STEPS = 1_000;

const FORM = {
  schema: z.strictObject({ seq: z.int().min(1), files: z.boolean(), force: z.boolean().optional() }),
  error: "The body must be { seq, files, force? }, where seq is that of a step.",
};

/** `GET /api/threads/:id/steps`: what its models said step by step, oldest first. */
export async function listSteps({ store, channel }: ServerContext, chatId: string): Promise<Response> {
  const conversation = { channel, chatId };
  if ((await store.threads.get(conversation)) === undefined) return noSuchThread();
  const steps = await stepsOf(store, conversation);
  const more = steps.length - MAX_STEPS;
  const list: ThreadSteps = { steps: steps.slice(-MAX_STEPS), ...(more > 0 && { more }) };
  return answer(list);
}

/** `POST /api/threads/:id/go-on`: a fork that goes on from the end of a step. No run begins meanwhile. */
export async function goOn(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const { store, limits } = context;
  const read = await readBody<Asked>(request, { ...FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  const { seq, files, force = false } = read.body;
  const conversation = { channel: context.channel, chatId };
  if ((await store.threads.get(conversation)) === undefined) return noSuchThread();
  const step = (await stepsOf(store, conversation)).find((one) => one.seq === seq);
  if (step === undefined) return refuse(404, "No step of this thread ends there: read its steps again.");
  const undone = files ? await undoOf(context, chatId) : undefined;
  if (undone instanceof Response) return undone;
  const runs = undone === undefined ? [] : await changedRuns(store, undone.undo, conversation);
  return whileAtRest(context, [conversation, ...runs.map(({ owner }) => owner)], async () => {
    const { after } = await callsUntil(store.journal(conversation), seq);
    const all: Reversed[] = [];
    for (const { run, owner } of undone === undefined ? [] : runs) {
      if (run.isUndone) continue;
      const reversed = await undoneCalls(undone?.undo, { conversation: owner, runId: run.runId, calls: after, force });
      if (reversed === undefined) continue;
      all.push(reversed);
      if (reversed.conflicts.length > 0) return told(joined(all));
    }
    return told({ ...joined(all), ...(await forked(store, { from: conversation, step, leaseMs: limits.leaseMs })) });
  });
}

interface Asked extends Omit<GoOnRequest, "force"> {
  readonly force?: boolean | undefined;
}

type UndoneCalls = Omit<Parameters<AgentUndo["reverse"]>[0], "kind">;

function undoneCalls(undo: AgentUndo | undefined, calls: UndoneCalls): Promise<Reversed | undefined> | undefined {
  return undo?.reverse({ kind: "undo", ...calls });
}

function told(body: ReversalAnswer): Response {
  return answer(body);
}

/** The files are back by now: a store that has no room for the fork must not make that a failure. */
async function forked(store: Store, at: Parameters<typeof forkAtStep>[1]): Promise<Partial<ReversalAnswer>> {
  try {
    const fork = await forkAtStep(store, at);
    return fork === undefined ? {} : { fork: shownThread(fork) };
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error;
    return { notForked: error.message };
  }
}

async function stepsOf(store: Store, conversation: Conversation): Promise<readonly ThreadStep[]> {
  const fold = new StepsFold();
  for await (const { event } of store.journal(conversation).excerpt({ after: 0 })) fold.add(event);
  return fold.steps();
}
