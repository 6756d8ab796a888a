import { createHash } from "node:crypto";
import { type Conversation, canonicalJson, type Json } from "@toolwright/core";
import type { RunRequest } from "@toolwright/store";
import type { ServerContext } from "../../server-context.ts";
import { refuse } from "../refuse.ts";
import type { StreamRun } from "../stream-run.ts";

/** In quotes, as the draft has it, or without. */
const KEY =
  /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e][\x20\x21\x23-\x5b\x5d-\x7e]{0,254}))$/;

export const KEY_FORM = 'An Idempotency-Key has 1 to 255 signs of ASCII without " and \\; a UUID is a good one.';

const OTHER = "This Idempotency-Key belongs to a request that said something else; give each request a key of its own.";

/**
 * What a request is named by, so that it is heard once: its `Idempotency-Key`
 * (https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07), or what assistant-ui calls the
 * answer that it waits for, or the `name` that another client gives it. Undefined where it has no name, "wrong" where
 * its key cannot be one.
 */
export function requestOf(request: Request, body: object, name?: string): RunRequest | "wrong" | undefined {
  const json: Json = JSON.parse(JSON.stringify(body));
  const hash = hashOf(canonicalJson(json));
  const header = request.headers.get("idempotency-key");
  if (header !== null) {
    const [, quoted, plain] = KEY.exec(header) ?? [];
    const key = quoted ?? plain;
    return key === undefined ? "wrong" : { key: `header ${key}`, hash };
  }
  // No promise of a client: where it says something else, it is another request.
  if (name !== undefined) return { key: `${name} ${hash}`, hash };
  const waitsFor: unknown = Reflect.get(body, "unstable_assistantMessageId");
  return typeof waitsFor === "string" ? { key: `assistant-ui ${hashOf(waitsFor)} ${hash}`, hash } : undefined;
}

/** The name of a thread that such a request makes: the same one every time, and nobody can guess it. */
export function threadFor({ key }: RunRequest): string {
  return createHash("sha256").update(key).digest("hex");
}

/**
 * The run that this request has begun before, as a stream; a refusal where another one has its key. Undefined for a new
 * one.
 */
export async function sameRun(
  context: ServerContext,
  named: RunRequest | undefined,
  stream: StreamRun,
): Promise<Response | undefined> {
  const begun = named && (await context.store.threads.begunBy({ channel: context.channel, key: named.key }));
  if (begun === undefined) return undefined;
  if (begun.hash !== named?.hash) return refuse(422, OTHER);
  const followed = await context.threads.followBegun(begun);
  return followed && stream(followed);
}

/**
 * The same, for a request that found its thread held: what holds it may be this request, which another server has heard
 * at the same time and whose run is not stored yet.
 */
export async function sameRunSoon(
  context: ServerContext,
  { conversation, wanted, stream }: Held,
): Promise<Response | undefined> {
  if (wanted === undefined) return undefined;
  const { store } = context;
  // Before it is asked for the run, which may be stored between the two.
  const thread = await store.threads.get(conversation);
  const begun = await sameRun(context, wanted, stream);
  if (begun !== undefined || thread?.status !== "idle") return begun;
  const signal = AbortSignal.timeout(BEGINNING_MS);
  for await (const _ of store.journal(conversation).follow({ after: thread.lastSeq, signal })) break;
  return sameRun(context, wanted, stream);
}

/** A run that has its thread begins to be stored within so many milliseconds. */
const BEGINNING_MS = 5_000;

/** A thread that is held, and what wanted to begin in it. */
interface Held {
  readonly conversation: Conversation;
  readonly wanted: RunRequest | undefined;
  readonly stream: StreamRun;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text.toWellFormed()).digest("base64url");
}
