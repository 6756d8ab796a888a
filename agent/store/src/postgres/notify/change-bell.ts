import type { Conversation } from "@toolwright/core";
import type { ChangeWatch } from "../../port/changes.ts";
import { Watches } from "../../rules/changes/watches.ts";
import { numberOf } from "../../rules/rows/row.ts";
import { namesIn } from "../../rules/threads/thread.ts";
import { changesSince, newestChange } from "../changes/changes-since.ts";
import type { Database } from "../database/database.ts";
import { type ChannelNames, hashOf } from "./channel-names.ts";
import type { Wire } from "./wire.ts";

export interface ChangeBellOptions {
  readonly database: Database;
  readonly wire: Wire;
  readonly names: ChannelNames;
  /** Tells this store's messages from those of others. */
  readonly self: string;
  /** How often to look for what nobody told of, in milliseconds. */
  readonly pollMs: number;
}

interface Watched {
  readonly conversation: Conversation;
  readonly watches: Watches;
  /** The number of its newest event when it was looked at last without having been told of. */
  lastSeq: number | undefined;
  /** It was told of since then. */
  hasRung: boolean;
}

/** Between two rings for those who watch everything, in milliseconds: commits come by the thousand. */
const REST_MS = 10;
/** Of one message: it takes 7,999 bytes. */
const HASHES_EACH = 400;
/** No conversation has this hash. */
const SOME = "?";

/**
 * Tells who waits that something has changed: at once for this store's changes, by a message for those of others, and
 * by looking for those of a process that died before it could tell.
 */
export class ChangeBell {
  readonly #options: ChangeBellOptions;
  readonly #all = new Watches();
  readonly #watched = new Map<string, Watched>();
  readonly #hints = new Set<string>();
  #leave: Promise<() => void> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #newest: number | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #ringsAgain = false;
  #isHinting = false;

  constructor(options: ChangeBellOptions) {
    this.#options = options;
  }

  /** Of one conversation, or of all. */
  watch(conversation?: Conversation): ChangeWatch {
    this.#begin();
    if (conversation === undefined) return this.#ending(this.#all, () => undefined);
    const hash = hashOf(conversation);
    const known = this.#watched.get(hash);
    const watched = known ?? { conversation, watches: new Watches(), lastSeq: undefined, hasRung: false };
    this.#watched.set(hash, watched);
    return this.#ending(watched.watches, () => {
      if (watched.watches.size === 0 && this.#watched.get(hash) === watched) this.#watched.delete(hash);
    });
  }

  /** This store has changed something of these conversations; of some that are not known where none is given. */
  changed(...conversations: readonly Conversation[]): void {
    for (const hash of conversations.length === 0 ? [SOME] : conversations.map(hashOf)) {
      this.#ring(hash);
      this.#hints.add(hash);
    }
    if (this.#isHinting) return;
    this.#isHinting = true;
    queueMicrotask(() => this.#hint());
  }

  /** Nobody knows what has changed. */
  ringAll(): void {
    for (const { watches } of this.#watched.values()) watches.ring();
    this.#all.ring();
  }

  close(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#rest);
    void this.#leave?.then((leave) => leave());
    for (const { watches } of this.#watched.values()) watches.close();
    this.#watched.clear();
    this.#all.close();
  }

  #ending(watches: Watches, then: () => void): ChangeWatch {
    const watch = watches.watch();
    return {
      changed: (signal) => watch.changed(signal),
      stop: () => {
        watch.stop();
        then();
        if (this.#watched.size === 0 && this.#all.size === 0) this.#pause();
      },
    };
  }

  #begin(): void {
    this.#leave ??= this.#options.wire.listen(this.#options.names.hints, (payload) => this.#heard(payload));
    this.#timer ??= setInterval(() => void this.#look().catch(() => undefined), this.#options.pollMs);
  }

  /** Nobody watches: nothing keeps the program from ending. */
  #pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#newest = undefined;
    const leaving = this.#leave;
    this.#leave = undefined;
    void leaving?.then((leave) => leave());
  }

  #hint(): void {
    this.#isHinting = false;
    const hashes = [...this.#hints];
    this.#hints.clear();
    for (let from = 0; from < hashes.length; from += HASHES_EACH) {
      const payload = [this.#options.self, ...hashes.slice(from, from + HASHES_EACH)].join(" ");
      this.#options.wire.send({ channel: this.#options.names.hints, payload });
    }
  }

  #heard(payload: string): void {
    const [self, ...hashes] = payload.split(" ");
    if (self === this.#options.self) return;
    for (const hash of hashes) this.#ring(hash);
  }

  #ring(hash: string): void {
    const watched = this.#watched.get(hash);
    if (watched !== undefined) {
      watched.hasRung = true;
      watched.watches.ring();
    }
    this.#ringForAll();
  }

  /** The first one at once, then one for all that came meanwhile. */
  #ringForAll(): void {
    if (this.#rest !== undefined) {
      this.#ringsAgain = true;
      return;
    }
    this.#all.ring();
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (!this.#ringsAgain) return;
      this.#ringsAgain = false;
      this.#ringForAll();
    }, REST_MS);
    this.#rest.unref();
  }

  /** Finds what was stored by processes that did not live to tell of it. */
  async #look(): Promise<void> {
    const { database, wire } = this.#options;
    await wire.check();
    const since = this.#newest;
    if (since === undefined) {
      this.#newest = await newestChange(database);
      return this.ringAll();
    }
    const { conversations, last } = await changesSince(database, since);
    this.#newest = last;
    for (const conversation of conversations) this.#ring(hashOf(conversation));
    for (const row of await this.#ends()) this.#compare(row.conversation, row.lastSeq);
  }

  async #ends(): Promise<{ readonly conversation: Conversation; readonly lastSeq: number }[]> {
    const watched = [...this.#watched.values()].map(({ conversation }) => conversation);
    if (watched.length === 0) return [];
    const sql = `SELECT t.channel, t.chat_id, t.last_seq FROM unnest($1::text[], $2::text[]) AS w (channel, chat_id)
      JOIN threads AS t ON t.channel = w.channel AND t.chat_id = w.chat_id`;
    const channels = watched.map(({ channel }) => channel);
    const chatIds = watched.map(({ chatId }) => chatId);
    const rows = await this.#options.database.all(sql, channels, chatIds);
    return rows.map((row) => ({ conversation: namesIn(row), lastSeq: numberOf(row, "last_seq") }));
  }

  #compare(conversation: Conversation, lastSeq: number): void {
    const watched = this.#watched.get(hashOf(conversation));
    if (watched === undefined) return;
    // A reader that was told of it may have looked before the newest event was stored: the next look decides.
    if (!watched.hasRung && watched.lastSeq !== lastSeq) {
      watched.lastSeq = lastSeq;
      this.#ring(hashOf(conversation));
    }
    watched.hasRung = false;
  }
}
