import type { LostHold } from "../quarantine/deaths.ts";
import { numberOf, type Row, textOf } from "../rows/row.ts";
import { bootTimeOf } from "./boot-clock.ts";
import type { Holding } from "./holder.ts";

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
