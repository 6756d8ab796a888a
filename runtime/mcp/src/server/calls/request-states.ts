import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson, type JsonObject } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import type { Answers } from "./caller.ts";

/** What a client carries from a question to the next round of its call. */
export interface CarriedState {
  /** What {@link markOfRequest} gives for the request that it belongs to. */
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly answers: Answers;
  /** The stored question that this round answers. It can be claimed once. */
  readonly approvalId?: string;
  /** The call that is held until the questions inside it are answered, and their names, in order. */
  readonly held?: { readonly id: string; readonly asked: readonly string[] };
  /** The person had said yes before the tool itself asked something. */
  readonly approved?: true;
}

/** How long a question is good for, in milliseconds. */
export const GOOD_FOR_MS = 10 * 60 * 1_000;

/** Seals what goes out, and believes only what comes back under its own seal. */
export class RequestStates {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  seal(state: CarriedState): string {
    const body = Buffer.from(JSON.stringify(state)).toString("base64url");
    return `${body}.${this.#sign(body)}`;
  }

  /** Throws for what was not sealed here, and for what is too old. */
  open(text: string): CarriedState {
    const dot = text.indexOf(".");
    const body = text.slice(0, dot);
    const [given, expected] = [Buffer.from(text.slice(dot + 1)), Buffer.from(this.#sign(body))];
    if (dot < 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error("forged");
    const state: CarriedState = JSON.parse(Buffer.from(body, "base64url").toString());
    if (state.until <= Date.now()) throw new Error("expired");
    return state;
  }

  #sign(body: string): string {
    return createHmac("sha256", this.#key).update(body).digest("base64url");
  }
}

/** Whether a value is what {@link RequestStates.open} gave. */
export function isCarriedState(value: unknown): value is CarriedState {
  return isFields(value) && typeof value.request === "string" && isFields(value.answers);
}

/** The same for the same request of the same owner, and for no other. */
export function markOfRequest(owner: string, method: string, name: string, args: JsonObject): string {
  return createHash("sha256")
    .update(canonicalJson([owner, method, name, args]))
    .digest("base64url");
}
