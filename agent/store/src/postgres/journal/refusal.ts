import { StoreError } from "../../port/store-error.ts";
import type { PostgresLimits } from "../postgres-limits.ts";

/** What is said of an event that was refused. */
export interface Refused {
  readonly seq: number;
  /** The number that its writer believed to be the last. */
  readonly after: number | undefined;
  /** The number that is. */
  readonly last: number | undefined;
  readonly limits: PostgresLimits;
}

/** Why the database has not stored an event. */
export function refusalOf(problem: string, { seq, after, last, limits }: Refused): StoreError {
  switch (problem) {
    case "lease_lost":
      return new StoreError("lease_lost", "This process does not hold the lease of the conversation any more.");
    case "deleted":
      return new StoreError("deleted", "The conversation was deleted.");
    case "order":
      return new StoreError("conflict", `Event ${seq} is not after event ${last} of this conversation.`);
    case "conflict": {
      const message = `Somebody else has written to this conversation: its last event is ${last}, not ${after}.`;
      return new StoreError("conflict", message);
    }
    case "conversation": {
      const message = `The events of this conversation would exceed ${limits.conversationBytes} bytes.`;
      return new StoreError("limit", message);
    }
    default:
      return tooManyThreads(limits);
  }
}

/** None of those that are there is idle. */
export function tooManyThreads({ threads }: Pick<PostgresLimits, "threads">): StoreError {
  return new StoreError("limit", `There are ${threads} threads or more, none of them idle; ${threads} are allowed.`);
}
