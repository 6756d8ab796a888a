import { type Conversation, resumeToolLoop, runToolLoop } from "@toolwright/core";
import type { ToolRecord } from "@toolwright/core/internal";
import { readMessages, titleOf } from "@toolwright/core/internal";
import type { Runs, SaidToRun, StoredRunConfig, StoredRunResult } from "../port/runs.ts";
import type { Store } from "../port/store.ts";
import { StoreError } from "../port/store-error.ts";
import { conversationOf } from "../rules/check-ranges.ts";
import { withdrawDeadQuestions } from "../turn/dead-questions.ts";
import { isToStop } from "../turn/turn-lease.ts";
import { answerTo } from "./answer-to.ts";
import { Attempt } from "./attempt.ts";
import { checkRunConfig } from "./check-run-config.ts";
import { messagesAfter, saidMessages, storedHistory } from "./history.ts";
import { withLease } from "./with-lease.ts";

/** {@link Runs} over the other parts of a store; an adapter of your own joins them to its parts. */
export function storeRuns(store: Omit<Store, keyof Runs>): Runs {
  return {
    run: (conversation, config, message) => beginRun({ store, conversation, config, message }),
    resume: (conversation, config) => resumeRun({ store, conversation, config }),
    history: async (conversation) => storedHistory(store, conversationOf(conversation, "store.history")),
    decide: async (approvalId, decision) => store.approvals.claim(answerTo(approvalId, decision)),
  };
}

interface Asked<T extends ToolRecord, O> {
  readonly store: Omit<Store, keyof Runs>;
  readonly conversation: Conversation;
  readonly config: StoredRunConfig<T, O>;
}

async function beginRun<T extends ToolRecord, O>(
  asked: Asked<T, O> & { readonly message: SaidToRun },
): Promise<StoredRunResult<O>> {
  const { store, config, message } = asked;
  await checkRunConfig("store.run", config);
  const conversation = conversationOf(asked.conversation, "store.run");
  const said = await readMessages(saidMessages(message));
  const begun = await withLease(store, conversation, async (lease) => {
    const thread = await store.threads.get(conversation);
    if (thread !== undefined && thread.status !== "idle") throw new StoreError("conflict", openRun(thread.status));
    const title = titleOf(
      said.findLast(({ role }) => role === "user") ?? { role: "user", content: "" },
      config.secrets,
    );
    if (thread === undefined) await store.threads.create({ ...conversation, title });
    const messages = messagesAfter(await storedHistory(store, conversation), said);
    const attempt = new Attempt({ store, conversation, config, lease });
    return { attempt, ended: await attempt.run((own) => runToolLoop(own, messages)) };
  });
  return begun.attempt.isAnswered ? goOn(asked, begun.ended) : begun.ended;
}

/** Why nothing is begun, and what to do. */
function openRun(status: string): string {
  const asks = status === "waiting" ? "waits for people: answer with store.decide, then go on" : "is open: go on";
  return `A run of this conversation ${asks} with store.resume.`;
}

async function resumeRun<T extends ToolRecord, O>(asked: Asked<T, O>): Promise<StoredRunResult<O>> {
  const { store, config } = asked;
  await checkRunConfig("store.resume", config);
  const conversation = conversationOf(asked.conversation, "store.resume");
  const resumed = await withLease(store, conversation, async (lease) => {
    await withdrawDeadQuestions(store, conversation);
    const open = await store.approvals.list({ conversation, limit: 1_000 });
    // A stop that is stored runs nothing again.
    const stopped = (await isToStop(store, conversation)) ? AbortSignal.abort() : undefined;
    const attempt = new Attempt({ store, conversation, config, lease, stopped });
    for await (const event of store.journal(conversation).lastRun()) attempt.remember(event);
    const ended = await attempt.run(resumeToolLoop);
    // Nobody waits for what was asked before and is not asked again. A run that is still open, as its tools were wrong
    // or another process has it, keeps its questions.
    const isOver = (await store.threads.get(conversation))?.status === "idle";
    if (isOver) for (const { approvalId } of open) await store.approvals.withdraw(approvalId);
    return { attempt, ended };
  });
  return resumed.attempt.isAnswered ? goOn(asked, resumed.ended) : resumed.ended;
}

/** Whoever has answered as the run was left could not take it up; where somebody has by now, it goes on there. */
async function goOn<T extends ToolRecord, O>(
  asked: Asked<T, O>,
  waiting: StoredRunResult<O>,
): Promise<StoredRunResult<O>> {
  try {
    return await resumeRun(asked);
  } catch (error) {
    if (StoreError.isInstance(error) && error.code === "conflict") return waiting;
    throw error;
  }
}
