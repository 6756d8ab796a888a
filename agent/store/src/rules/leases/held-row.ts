import type { LostHold } from "../quarantine/deaths.ts";
import { numberOf, type Row, textOf } from "../rows/row.ts";
import { bootTimeOf } from "./boot-clock.ts";
import { type Holding, ownHolder } from "./holder.ts";

/** A lease as its row says it, of whichever store. */
export type HeldRow = Holding & LostHold;

export function heldRowOf(row: Row): HeldRow {
  return {
    holder: textOf(row, "holder"),
    expiresAt: numberOf(row, "expires_at"),
    bootTime: bootTimeOf(row),
    token: textOf(row, "token"),
    afterSeq: numberOf(row, "after_seq"),
  };
}

/**
 * After which event the calls of a new hold count, where that is not the newest one: a process that takes over from
 * itself, since its time was up, may still have calls at work that it began before.
 */
export function countsAfter(held: HeldRow | undefined): number | undefined {
  return held?.holder === ownHolder() ? held.afterSeq : undefined;
}
