import { setTimeout as pause } from "node:timers/promises";
import type { Json, JsonObject } from "@toolwright/core";
import { lateSignal } from "@toolwright/core/internal";
import { McpFailure } from "../failure.ts";
import type { LoginPrompt } from "../login/login-prompt.ts";
import type { LoginStore } from "../login/login-store.ts";
import type { McpServerConfig } from "../options.ts";
import { openSession } from "../sdk/open-session.ts";
import type { McpSession, RequestOptions, SessionEvents } from "../session.port.ts";

/** What a connection is made for. */
export interface ServerConnectionOptions {
  readonly config: McpServerConfig;
  readonly logins: LoginStore;
  readonly prompt: LoginPrompt | undefined;
  readonly connectTimeoutMs: number;
  /** Whether the servers are told that their apps are shown. */
  readonly showsApps: boolean;
  readonly events: SessionEvents & {
    /** The server was connected to again: it may be another one by now. */
    reopened(session: McpSession): void;
  };
}

/** The first wait before a server that failed is tried again, and the longest, in milliseconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/** One server: a session that is opened when it is needed, and again when it ended, each time a little later. */
export class ServerConnection {
  readonly #options: ServerConnectionOptions;
  readonly #closing = new AbortController();
  #session: Promise<McpSession> | undefined;
  #failures = 0;
  #wasOpen = false;

  constructor(options: ServerConnectionOptions) {
    this.#options = options;
  }

  /** Sends a request. Rejects with an `McpFailure`, and with whatever kept the server from being reached. */
  async request(method: string, params: JsonObject, options: RequestOptions): Promise<Json> {
    const session = await this.#opened(options.signal);
    try {
      return await session.request(method, params, options);
    } catch (error) {
      if (error instanceof McpFailure && (error.kind === "expired" || error.kind === "lost"))
        await this.#leave(session);
      throw error;
    }
  }

  /** The session itself, for a list that is read in several requests. */
  session(signal: AbortSignal): Promise<McpSession> {
    return this.#opened(signal);
  }

  /** It was closed here: nothing is sent any more. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const session = await this.#session?.catch(() => undefined);
    await session?.close();
  }

  #opened(signal: AbortSignal): Promise<McpSession> {
    if (this.isClosed) return Promise.reject(new McpFailure("lost", "its connection was closed"));
    this.#session ??= this.#open();
    return untilAborted(this.#session, signal);
  }

  async #open(): Promise<McpSession> {
    try {
      if (this.#failures > 0) await this.#wait();
      const limit = lateSignal(this.#options.connectTimeoutMs);
      const signal = AbortSignal.any([limit, this.#closing.signal]);
      const session = await openSession({ ...this.#options, signal });
      void session.ended.then(() => this.#forget(session));
      if (this.#wasOpen) this.#options.events.reopened(session);
      this.#wasOpen = true;
      return session;
    } catch (error) {
      this.#failures += 1;
      this.#session = undefined;
      throw error;
    }
  }

  #wait(): Promise<void> {
    const ms = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1));
    return pause(ms, undefined, { signal: this.#closing.signal, ref: false });
  }

  /** One that ended by itself counts as a failure, so that a server that always dies is not started without end. */
  async #forget(session: McpSession): Promise<void> {
    if ((await this.#session?.catch(() => undefined)) !== session) return;
    this.#session = undefined;
    this.#failures += 1;
  }

  async #leave(session: McpSession): Promise<void> {
    await this.#forget(session);
    this.#failures = Math.max(0, this.#failures - 1);
    await session.close().catch(() => undefined);
  }
}

/** Waits no longer than somebody does; what is waited for goes on. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new McpFailure("aborted", "The connection was waited for when the call was ended."));
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
