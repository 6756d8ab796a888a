import { setTimeout as pause } from "node:timers/promises";
import type { DurableHost } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { approvalAddress } from "@toolwright/store/turn";
import type { Notes } from "./notes.ts";
import { hasPrograms } from "./programs.ts";
import { Reader } from "./reader.ts";
import { CHANNEL, say } from "./scene.ts";

/** Milliseconds; a turn that has not ended by then hangs. */
const PATIENCE_MS = 60_000;
/** Turns of a conversation that the engine is given before the first of them has ended. */
const AHEAD = 2;

/** How long there are to be turns. */
export interface Wanted {
  readonly turns: number;
  readonly isEnough: () => boolean;
}

/** Milliseconds between two looks at what is asked: a program waits for longer than it keeps its machine, or not. */
const ANSWER_MS = hasPrograms() ? 400 : 30;
/** Milliseconds between two messages that somebody says to some run. */
const SAY_MS = 60;

/**
 * Somebody outside: starts turns where an engine carries them, says yes to every question, speaks to runs, and waits
 * for the ends.
 */
export class Turns {
  /** Run ids. */
  readonly started = new Set<string>();
  readonly #store: Store;
  readonly #host: DurableHost | undefined;
  readonly #notes: Notes;
  readonly #open = new Set<string>();
  readonly #leaving = new AbortController();
  readonly #speaking: Promise<void>;
  #saying: Promise<void> = Promise.resolve();
  #isOver = false;
  #questions = 0;

  constructor(store: Store, host: DurableHost | undefined, notes: Notes) {
    this.#store = store;
    this.#host = host;
    this.#notes = notes;
    void this.#sayYes();
    this.#speaking = this.#speak();
  }

  /** Answers that counted. */
  get questions(): number {
    return this.#questions;
  }

  /** Has turns of these conversations done until `isEnough`, at most so many of each; resolves when all have ended. */
  async of(conversations: readonly string[], wanted: Wanted): Promise<void> {
    await Promise.all(
      conversations.map(async (chatId) => {
        this.#open.add(chatId);
        void this.#read(chatId);
        if (this.#host !== undefined) await this.#start(this.#host, chatId, wanted);
        await this.#untilIdle(chatId, wanted);
        this.#open.delete(chatId);
        // What was being said, or taken back, is noted.
        await this.#saying;
      }),
    );
  }

  /** Resolves when nothing more is said or taken back. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#leaving.abort();
    await this.#speaking;
  }

  async #start(host: DurableHost, chatId: string, { turns, isEnough }: Wanted): Promise<void> {
    const results: Promise<unknown>[] = [];
    for (let turn = 1; turn <= turns && !isEnough(); turn += 1) {
      const runId = `${chatId}-${turn}`;
      await untilDone(() => host.start({ conversation: { channel: CHANNEL, chatId }, runId, input: turn }));
      this.started.add(runId);
      const result = untilDone(() => host.result(runId));
      // One that hangs is told as a fault, and breaks off when its host is closed.
      result.catch(() => undefined);
      results.push(result);
      await results.at(-AHEAD);
    }
    await Promise.all(results);
  }

  async #untilIdle(chatId: string, { turns, isEnough }: Wanted): Promise<void> {
    const conversation = { channel: CHANNEL, chatId };
    for (;;) {
      // What is seen before somebody said so may have changed since.
      const wasEnough = isEnough();
      const state = await untilDone(async () => {
        const thread = await this.#store.threads.get(conversation);
        const runs = thread === undefined ? [] : await this.#store.journal(conversation).runs({ limit: 1_000 });
        const isFree = (await this.#store.leases.holder(conversation)) === undefined;
        return { isIdle: isFree && (thread?.status ?? "idle") === "idle", runs: runs.length };
      });
      if (state.isIdle && (wasEnough || state.runs >= turns)) return;
      await pause(20);
    }
  }

  async #sayYes(): Promise<void> {
    while (!this.#isOver) {
      await this.#answerAll().catch(() => undefined);
      await pause(ANSWER_MS);
    }
  }

  /** Reads what the store tells of a conversation, again from where it was when that breaks off. */
  async #read(chatId: string): Promise<void> {
    const reader = new Reader(this.#notes, chatId);
    const journal = this.#store.journal({ channel: CHANNEL, chatId });
    for (let after = 0; !this.#isOver; await pause(50)) {
      try {
        for await (const event of journal.follow({ after, signal: this.#leaving.signal })) {
          after = event.seq;
          reader.hear(event);
        }
      } catch {
        // It is away; whoever reads comes again.
      }
    }
  }

  /** What is said is sometimes taken back at once. */
  async #speak(): Promise<void> {
    for (let count = 0; !this.#isOver; count += 1) {
      const open = [...this.#open];
      const chatId = open[count % Math.max(1, open.length)];
      if (chatId !== undefined) {
        this.#saying = this.#sayOne(chatId, `person/${count}`, count % 4 === 0).catch(() => undefined);
        await this.#saying;
      }
      await pause(SAY_MS);
    }
  }

  async #sayOne(chatId: string, messageId: string, takesBack: boolean): Promise<void> {
    const conversation = { channel: CHANNEL, chatId };
    await say(this.#store, conversation, messageId, this.#notes);
    if (!takesBack) return;
    const back = await this.#store.steers.withdraw(conversation, messageId);
    if (back?.state === "withdrawn") this.#notes.add({ what: "withdrawn", chatId, messageId });
  }

  async #answerAll(): Promise<void> {
    for (const { approvalId, conversation, toolCallId } of await this.#store.approvals.list({ limit: 1_000 })) {
      this.#notes.add({ what: "allowed", chatId: conversation.chatId, toolCallId });
      const { outcome } = await this.#store.approvals.claim({ approvalId, approve: true });
      if (outcome !== "accepted") continue;
      this.#questions += 1;
      const [newest] = await this.#store.journal(conversation).runs({ limit: 1 });
      if (newest !== undefined) void this.#wake(approvalAddress(newest.runId, approvalId));
    }
  }

  /** Tells the engine, which may not have heard of the question yet. */
  async #wake(address: string): Promise<void> {
    const host = this.#host;
    if (host === undefined) return;
    for (let tries = 0; tries < 50; tries += 1) {
      const fate = await host.answer(address, true).catch(() => "unknown");
      if (fate !== "unknown") return;
      await pause(100);
    }
  }
}

/** False where it does not end while anybody has the patience. */
export function inTime(ended: Promise<unknown>): Promise<boolean> {
  return Promise.race([ended.then(() => true), pause(PATIENCE_MS, false, { ref: false })]);
}

/** Whoever asks loses the connection when what is asked is killed. */
async function untilDone<T>(ask: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + PATIENCE_MS; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(50);
    }
  }
}
