import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  ActivityStream,
  type JournalEvent,
  type Message,
  providerHistory,
  resumeToolLoop,
  type ToolLoopConfig,
} from "@toolwright/core";
import { toolOf } from "../../../runtime/core/test/making.ts";
import { WrittenModel } from "../../../runtime/core/test/support.ts";
import type { Store } from "../src/index.ts";
import { all } from "./contract/under-test.ts";

/** What version 0.1 wrote: a run that ended, and one that was broken off at a question. */
export const earlierEvents: readonly JournalEvent[] = readFileSync(
  join(import.meta.dirname, "../../../runtime/core/test/fixtures/journal-0.1.jsonl"),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** Where the store of version 0.1 has it. */
export const earlier = { channel: "web", chatId: "from-0.1" };
/** The run that was broken off. */
export const brokenOff = earlierEvents.at(-1)?.runId ?? "";
const QUESTION = "KYfFiH3lJdElHGqC";

/** Model and tools for the end of that run, and what they did. */
export function earlierConfig() {
  const executed: string[] = [];
  const tool = (name: string) => {
    const execute = () => {
      executed.push(name);
      return `${name} done`;
    };
    return toolOf(name, execute, { requiresConfirmation: name === "pay" });
  };
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const model = new WrittenModel([{ text: "Paid." }]);
  return { executed, config: { model, tools: ["look", "pay"].map(tool), logger } satisfies ToolLoopConfig };
}

/** Says yes to the question as soon as it is there again. */
export async function sayYes(store: Store): Promise<void> {
  for (;;) {
    const [question] = await store.approvals.list({ conversation: earlier });
    if (question?.approvalId === QUESTION) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await store.approvals.claim({ approvalId: QUESTION, approve: true });
}

/** Resumes the run in a store that has the journal, with the same question; what came of it. */
export async function resumeEarlier(store: Store) {
  const stored = await all(store.journal(earlier).read());
  const { executed, config } = earlierConfig();
  const lease = await store.leases.acquire(earlier);
  const activity = new ActivityStream(store.journal(earlier, { lease }));
  const approver = store.approvals.approver(earlier);
  const resuming = resumeToolLoop({ ...config, activity, approver, conversation: earlier });
  await sayYes(store);
  const { content, stopReason } = await resuming;
  await lease?.release();
  const status = (await store.threads.get(earlier))?.status;
  return { stored, history: textsOf(providerHistory(stored)), content, stopReason, executed, status };
}

/** What that is to be. */
export const resumedEarlier = {
  stored: earlierEvents,
  history: textsOf(providerHistory(earlierEvents)),
  content: "Paid.",
  stopReason: "stop",
  executed: ["pay"],
  status: "idle",
};

function textsOf(messages: readonly Message[]): readonly unknown[] {
  return messages.map(({ role, content }) => [role, content]);
}
