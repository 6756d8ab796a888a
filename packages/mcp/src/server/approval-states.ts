import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { canonicalJson, type JsonObject } from "@toolwright/core";

/** A call that waits for a yes: by its tool and these very arguments. */
export interface WaitingCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** How long a question is good for, in milliseconds. */
const GOOD_FOR_MS = 10 * 60 * 1_000;
const MAX_OPEN = 10_000;

/**
 * What a client carries between a question and its answer: sealed, for one call with these arguments, once, for ten minutes. What a
 * client sends back is believed only with our seal on it.
 */
export class ApprovalStates {
  readonly #key: Buffer;
  readonly #open = new Map<string, number>();

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The state for a question about a call. */
  seal(call: WaitingCall): string {
    const id = randomUUID();
    if (this.#open.size >= MAX_OPEN) this.#open.delete(this.#open.keys().next().value ?? "");
    this.#open.set(id, Date.now() + GOOD_FOR_MS);
    return `${id}.${this.#sign(id, call)}`;
  }

  /** Whether a state belongs to this call and was not used before. It is used up by asking. */
  use(state: string, call: WaitingCall): boolean {
    const [id = "", signature = ""] = state.split(".", 2);
    const expected = Buffer.from(this.#sign(id, call));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    const until = this.#open.get(id);
    this.#open.delete(id);
    return until !== undefined && until > Date.now();
  }

  #sign(id: string, { tool, args }: WaitingCall): string {
    return createHmac("sha256", this.#key)
      .update(canonicalJson([id, tool, args]))
      .digest("hex");
  }
}
