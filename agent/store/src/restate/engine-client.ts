import { setTimeout as pause } from "node:timers/promises";
import type { Json } from "@toolwright/core";
import { isJsonObject, objectIn } from "@toolwright/core/internal";
import type { RestateAddress } from "./restate-address.ts";

/** What is said to one object of the engine. */
export interface Said {
  readonly object: string;
  readonly key: string;
  readonly handler: string;
  readonly body?: Json;
  /** A second request under the same key gets the answer to the first. */
  readonly idempotencyKey?: string;
}

/** The engine said no. */
class EngineRefusal extends Error {
  override readonly name = "EngineRefusal";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * How long an engine that does not answer is tried again: it may be starting anew. `fetch` gives up a connection after
 * 10 s (`connect.timeout` of undici), so that a request which took half of this had reached the engine, and is one
 * whose answer takes long.
 */
const PATIENCE_MS = 30_000;
const AGAIN_MS = 100;
/** As many as are tried at once when a worker comes; what is left comes by itself within a second. */
const MOST_AT_ONCE = 10_000;
const CONNECTIONS = 8;

/** Speaks HTTP with the engine. */
export class EngineClient {
  readonly #address: Pick<RestateAddress, "ingress" | "admin">;
  readonly #signal: AbortSignal;
  readonly #patienceMs: number;

  constructor(address: Pick<RestateAddress, "ingress" | "admin">, signal: AbortSignal, patienceMs = PATIENCE_MS) {
    this.#address = address;
    this.#signal = signal;
    this.#patienceMs = patienceMs;
  }

  /** Waits for the answer, for days where a run takes days. An engine out of reach is asked again for 30 s. */
  async call({ object, key, handler, body = null, idempotencyKey }: Said): Promise<Json> {
    const path = [object, key, handler].map(encodeURIComponent).join("/");
    const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    return this.#ask(`${this.#address.ingress}/${path}`, body, headers);
  }

  /** Tells the engine where workers are; the id that they have there. */
  async register(uri: string): Promise<string> {
    const registered = await this.#ask(`${this.#address.admin}/deployments`, { uri, force: true }, {});
    return textOf(registered, "id");
  }

  /**
   * Has everything tried at once that waits for its next attempt at these workers. The engine's own pauses grow with
   * every worker that a turn has lost, whatever it came to in between.
   */
  async tryNow(deployment: string): Promise<void> {
    const query = `SELECT id FROM sys_invocation_state
      WHERE NOT in_flight AND last_attempt_deployment_id = '${deployment.replaceAll("'", "''")}' LIMIT ${MOST_AT_ONCE}`;
    const answer = await this.#ask(`${this.#address.admin}/query`, { query }, { accept: "application/json" });
    const waiting =
      isJsonObject(answer) && Array.isArray(answer.rows) ? answer.rows.map((row) => textOf(row, "id")) : [];
    const next = async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await this.#resume(id);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, next));
  }

  /** What has ended meanwhile, or is being tried, is refused: there is nothing to do about it. */
  async #resume(id: string): Promise<void> {
    const url = `${this.#address.admin}/invocations/${encodeURIComponent(id)}/resume`;
    const { body } = await fetch(url, { method: "PATCH", signal: this.#signal });
    await body?.cancel();
  }

  async #ask(url: string, body: Json, headers: Readonly<Record<string, string>>): Promise<Json> {
    let until = performance.now() + this.#patienceMs;
    for (;;) {
      const asked = performance.now();
      const answer = await this.#post(url, body, headers);
      if (answer !== undefined) return answer;
      const now = performance.now();
      if (now - asked > this.#patienceMs / 2) until = now + this.#patienceMs;
      if (now > until) throw new Error(`The engine at ${new URL(url).origin} does not answer.`);
      await pause(AGAIN_MS, undefined, { signal: this.#signal });
    }
  }

  /** Undefined where nobody could be asked. */
  async #post(url: string, body: Json, headers: Readonly<Record<string, string>>): Promise<Json | undefined> {
    const sent = fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: this.#signal,
    });
    const answered = await sent.then(read, () => undefined);
    if (answered === undefined) this.#signal.throwIfAborted();
    if (answered === undefined || isNotReady(answered.status)) return undefined;
    if (answered.status >= 300) throw new EngineRefusal(answered.status, reasonIn(answered.text));
    return answered.text === "" ? null : JSON.parse(answered.text);
  }
}

async function read(response: Response): Promise<{ readonly status: number; readonly text: string } | undefined> {
  const text = await response.text().catch(() => undefined);
  return text === undefined ? undefined : { status: response.status, text };
}

/** An engine that starts answers so, also for objects that it has not read from its disk yet. */
function isNotReady(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

function textOf(answer: Json | undefined, name: string): string {
  const text = isJsonObject(answer) ? answer[name] : undefined;
  if (typeof text !== "string") throw new TypeError(`The engine's answer has no ${name}.`);
  return text;
}

function reasonIn(text: string): string {
  const message = objectIn(text)?.message;
  return typeof message === "string" ? message : text;
}
