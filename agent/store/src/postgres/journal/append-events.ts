import type { Conversation } from "@toolwright/core";
import type { RunRequest } from "../../port/journal.ts";
import type { Lease } from "../../port/leases.ts";
import { isHeard, isUse, storedUsage } from "../../rules/journal/event-effects.ts";
import { messageHash, type PreparedEvent } from "../../rules/journal/prepare-event.ts";
import { firstSaidOf } from "../../rules/threads/first-said.ts";
import type { Row, Statements, Value } from "../database/database.ts";
import type { PostgresLimits } from "../postgres-limits.ts";

/** An event, and what must hold where it goes. */
export interface Append {
  readonly prepared: PreparedEvent;
  readonly conversation: Conversation;
  /** The thread that was written before; undefined for a first event. */
  readonly thread: number | undefined;
  /** The number of the event before it; undefined when any lower one will do. */
  readonly after: number | undefined;
  readonly lease: Lease | undefined;
  /** What a run that it begins was asked for with. */
  readonly request?: RunRequest | undefined;
}

/** Events of one commit. */
export interface AppendBatch {
  /** Those of one conversation stand together, in their order. */
  readonly batch: readonly Append[];
  readonly limits: PostgresLimits;
  /** They may have been stored by a commit of which nobody heard. */
  readonly isAgain: boolean;
}

const SQL = `SELECT thread, problem, place FROM append_events(${Array.from({ length: 25 }, (_, n) => `$${n + 1}`).join(", ")})`;

/** Stores them; a row for each says what became of it. */
export function appendEvents(statements: Statements, { batch, limits, isAgain }: AppendBatch): Promise<Row[]> {
  const effects = batch.map(({ prepared }) => effectOf(prepared));
  const bodies = batch.map(({ prepared }) => Buffer.from(prepared.body));
  const messages = batch.flatMap(({ prepared }) => prepared.input ?? []);
  const packed = messages.map((body) => Buffer.from(body));
  const values: Value[] = [
    batch.map(({ conversation }) => conversation.channel),
    batch.map(({ conversation }) => conversation.chatId),
    batch.map(({ thread }) => thread ?? null),
    batch.map(({ lease }) => lease?.token ?? null),
    isAgain,
    batch.map(({ after }) => after ?? null),
    batch.map(({ prepared }) => prepared.event.seq),
    effects.map(({ kind }) => kind),
    effects.map(({ about }) => about),
    effects.map(({ first }) => first ?? null),
    batch.map(({ request }) => request?.key ?? null),
    batch.map(({ request }) => request?.hash ?? null),
    effects.map(({ inputTokens }) => inputTokens ?? 0),
    effects.map(({ outputTokens }) => outputTokens ?? 0),
    effects.map(({ costUsd }) => costUsd ?? null),
    effects.flatMap((effect) =>
      [effect.cachedInputTokens, effect.cacheWriteTokens, effect.reasoningTokens].map(orNull),
    ),
    bodies.map(({ length }) => length),
    Buffer.concat(bodies),
    batch.map(({ prepared }) => prepared.input?.length ?? 0),
    messages.map(messageHash),
    packed.map(({ length }) => length),
    Buffer.concat(packed),
    limits.conversationBytes,
    limits.threads,
    limits.threadAgeMs,
  ];
  return statements.all(SQL, ...values);
}

function orNull(count: number | null | undefined): number | null {
  return count ?? null;
}

interface Effect extends Partial<ReturnType<typeof storedUsage>> {
  readonly kind: "run" | "nested" | "done" | "late" | "decision" | "heard" | "use" | "";
  readonly about: string | null;
  /** What a run began with. */
  readonly first?: string;
}

/** What is kept beside an event, so that it can be asked without reading events. */
function effectOf({ event }: PreparedEvent): Effect {
  if (event.type === "run_start") {
    if (event.parentId !== undefined) return { kind: "nested", about: null };
    return { kind: "run", about: event.runId, first: firstSaidOf(event) };
  }
  if (event.type === "done") return { kind: "done", about: event.runId, ...storedUsage(event.data.usage) };
  if (event.type === "async_result" && event.data.usage !== undefined) {
    return { kind: "late", about: null, ...storedUsage(event.data.usage) };
  }
  // From here on the journal has the answer; edited arguments need not be kept twice.
  if (event.type === "approval_decision" && event.data.ignored === undefined) {
    return { kind: "decision", about: event.data.approvalId };
  }
  if (isHeard(event)) return { kind: "heard", about: event.data.messageId };
  return { kind: isUse(event) ? "use" : "", about: null };
}
