import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { clientConfig, type DatabaseOptions } from "../database/database.ts";

/** What goes to everybody who listens to a channel. At most 7,999 bytes. */
export interface Message {
  readonly channel: string;
  readonly payload: string;
}

export interface WireOptions {
  readonly database: DatabaseOptions;
  /** Called when it listens again after it was cut: what was said meanwhile is not known. */
  readonly onGap: () => void;
}

/** Between two sendings at least, in milliseconds: each one wakes every listener of the database. */
const REST_MS = 10;
/** What waits to be sent, in characters. What goes beyond it while the server is away is dropped. */
const MOST_WAITING = 8 * 1024 * 1024;
/** Before a connection is tried again, in milliseconds. */
const AGAIN = { first: 25, most: 1_000 };
/** For an answer of a server that is there, in milliseconds: a connection may be cut without a word. */
const ANSWER_MS = 5_000;

const SEND = "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS said (channel, payload)";

/**
 * One connection for LISTEN and NOTIFY, made when it is needed and again when it breaks. What is said is not part of
 * what is stored: a message may be lost with its connection, and nothing waits for the disk.
 */
export class Wire {
  readonly #options: WireOptions;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #waiting: Message[] = [];
  #waitingSize = 0;
  #sending: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #hadClient = false;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  /** Returns at once. False when it was dropped: too much waits already. */
  send(message: Message): boolean {
    if (this.#isClosed || this.#waitingSize + message.payload.length > MOST_WAITING) return false;
    this.#waiting.push(message);
    this.#waitingSize += message.payload.length;
    this.#sending ??= this.#sendAll();
    return true;
  }

  /**
   * Resolves once it listens; soon, too, when the server is away, and listens when it is back. Gives the function that
   * ends it.
   */
  async listen(channel: string, listener: (payload: string) => void): Promise<() => void> {
    const known = this.#listeners.get(channel);
    const listeners = known ?? new Set();
    listeners.add(listener);
    this.#listeners.set(channel, listeners);
    keepProgram(this.#client, true);
    if (this.#client === undefined)
      await Promise.race([this.#connected(), pause(ANSWER_MS, undefined, { ref: false })]);
    else if (known === undefined) await this.#ask(`LISTEN "${channel}"`);
    return () => this.#leave(channel, listener);
  }

  /** Asks the server for a sign of life, and connects again where there is none. */
  async check(): Promise<void> {
    if (this.#client === undefined) await this.#connected();
    else await this.#ask("SELECT 1");
  }

  /** Sends what waits, where the server is there. */
  async close(): Promise<void> {
    // Until it is gone the program stays, also where it listened to nothing.
    keepProgram(this.#client, true);
    if (this.#client !== undefined) await this.#sending;
    this.#isClosed = true;
    this.#listeners.clear();
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #leave(channel: string, listener: (payload: string) => void): void {
    const listeners = this.#listeners.get(channel);
    if (listeners?.delete(listener) !== true || listeners.size > 0) return;
    this.#listeners.delete(channel);
    void this.#ask(`UNLISTEN "${channel}"`);
    // A program that listens to nothing, and has nothing else to do, may end.
    if (this.#listeners.size === 0) keepProgram(this.#client, false);
  }

  async #sendAll(): Promise<void> {
    // What is said in one turn goes together.
    await pause(0);
    while (this.#waiting.length > 0 && !this.#isClosed) {
      if (this.#client === undefined) await this.#connected();
      const messages = this.#waiting;
      this.#waiting = [];
      this.#waitingSize = 0;
      await this.#ask({ name: "send", text: SEND, values: [channelsOf(messages), payloadsOf(messages)] });
      await pause(REST_MS, undefined, { ref: false });
    }
    this.#sending = undefined;
  }

  /** One try; the next one comes by itself while somebody listens. */
  #connected(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<void> {
    const { database } = this.#options;
    for (let waitMs = AGAIN.first; !this.#isClosed; waitMs = Math.min(waitMs * 2, AGAIN.most)) {
      const client = new database.driver.Client({ ...clientConfig(database), query_timeout: ANSWER_MS });
      client.on("error", () => this.#drop(client));
      client.on("end", () => this.#drop(client));
      client.on("notification", ({ channel, payload = "" }) => {
        for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(payload);
      });
      try {
        await client.connect();
        await client.query("SET synchronous_commit = off");
        for (const channel of this.#listeners.keys()) await client.query(`LISTEN "${channel}"`);
        return this.#use(client);
      } catch {
        client.end().catch(() => undefined);
      }
      await pause(waitMs, undefined, { ref: false });
    }
  }

  #use(client: pg.Client): void {
    if (this.#isClosed) {
      client.end().catch(() => undefined);
      return;
    }
    this.#client = client;
    keepProgram(client, this.#listeners.size > 0);
    if (this.#hadClient) this.#options.onGap();
    this.#hadClient = true;
  }

  #drop(client: pg.Client | undefined = this.#client): void {
    if (client === undefined || client !== this.#client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    if (!this.#isClosed && this.#listeners.size > 0) void this.#connected();
  }

  /** One statement at a time: the driver gives up keeping those that come beside another one. */
  async #ask(query: string | pg.QueryConfig): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    const asked = this.#last.then(() => client.query(query));
    this.#last = asked.catch(() => this.#drop(client));
    await this.#last;
  }
}

/** Whether a connection keeps the program from ending; the driver has this, and its types do not. */
function keepProgram(client: pg.Client | undefined, keeps: boolean): void {
  const name = keeps ? "ref" : "unref";
  const method: unknown = client === undefined ? undefined : Reflect.get(client, name);
  if (typeof method === "function") method.call(client);
}

function channelsOf(messages: readonly Message[]): string[] {
  return messages.map(({ channel }) => channel);
}

function payloadsOf(messages: readonly Message[]): string[] {
  return messages.map(({ payload }) => payload);
}
