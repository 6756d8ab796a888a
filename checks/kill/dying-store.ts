import type { Conversation, DurableRun, JournalEvent, SteerQueue } from "@toolwright/core";
import { type Runs, type Store, type StoredJournal, storeRuns } from "@toolwright/store";
import type { Notes } from "./notes.ts";

/** When a worker kills itself: around its write of that number for one conversation. */
export interface Death {
  readonly chatId: string;
  /** From 1; 0 only counts. */
  readonly write: number;
  readonly when: "before" | "during" | "after";
}

/** Sees every write of a worker, to the store and to the engine, and ends the process at one of them. */
export class Writes {
  /** Left out: nobody dies. */
  death: Death | undefined;
  readonly #notes: Notes;
  #count = 0;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  async around<T>({ chatId }: Conversation, write: () => T | Promise<T>): Promise<T> {
    if (chatId !== this.death?.chatId) return write();
    const { when } = this.death;
    this.#count += 1;
    this.#notes.add({ what: "write", number: this.#count });
    const isLast = this.#count === this.death.write;
    if (isLast && when === "before") die();
    const writing = write();
    if (isLast && when === "during") setImmediate(die);
    const written = await writing;
    if (isLast) die();
    return written;
  }

  /** The same store: what is written passes here, and what it has said to have is noted. */
  store(given: Store): Store {
    const parts: Omit<Store, keyof Runs> = {
      threads: given.threads,
      approvals: given.approvals,
      changes: given.changes,
      summaries: given.summaries,
      steers: {
        add: (conversation, said) => given.steers.add(conversation, said),
        list: (conversation) => given.steers.list(conversation),
        withdraw: (conversation, id) => given.steers.withdraw(conversation, id),
        queue: (conversation) => this.#queue(conversation, given.steers.queue(conversation)),
      },
      ratings: given.ratings,
      identity: () => given.identity(),
      outputs: given.outputs,
      ...(given.live && { live: given.live }),
      leases: {
        acquire: async (conversation, options) => {
          const lease = await this.around(conversation, () => given.leases.acquire(conversation, options));
          if (lease !== undefined) this.#notes.add({ what: "claimed", chatId: conversation.chatId });
          return lease;
        },
        holder: (conversation) => given.leases.holder(conversation),
      },
      journal: (conversation, options) => this.#journal(conversation, given.journal(conversation, options)),
      close: () => given.close(),
    };
    return { ...parts, ...storeRuns(parts) };
  }

  #queue(conversation: Conversation, queue: SteerQueue): SteerQueue {
    return {
      ...queue,
      take: () => this.around(conversation, () => queue.take()),
      sent: (messageIds) => this.around(conversation, () => queue.sent(messageIds)),
      ended: (stopReason) => this.around(conversation, () => queue.ended(stopReason)),
    };
  }

  #journal(conversation: Conversation, journal: StoredJournal): StoredJournal {
    const append = async (event: JournalEvent) => {
      await this.around(conversation, () => journal.append(event));
      const { seq, runId, type } = event;
      const toolCallId = type === "tool_call_end" ? { toolCallId: event.data.toolCallId } : {};
      this.#notes.add({ what: "stored", chatId: conversation.chatId, runId, seq, type, ...toolCallId });
    };
    return new Proxy(journal, {
      get(target, name) {
        if (name === "append") return append;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** The same run: that its steps begin, have ended and are kept is written too, by the engine. */
  run(conversation: Conversation, run: DurableRun): DurableRun {
    return {
      runId: run.runId,
      cancelled: run.cancelled,
      lost: run.lost,
      decision: (key, until) => run.decision(key, until),
      sleepUntil: (key, at) => run.sleepUntil(key, at),
      step: (key, work, policy) => {
        const worked: typeof work = async (attempt) => {
          await this.around(conversation, () => undefined);
          return work(attempt);
        };
        return this.around(conversation, () => run.step(key, worked, policy));
      },
    };
  }
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}
