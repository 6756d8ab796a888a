import type { OutputRef } from "@toolwright/core";
import { newOutputRef } from "@toolwright/core/internal";
import type { StoreLimits } from "../../port/store-limits.ts";
import { numberOf, type Row, textOf } from "../rows/row.ts";

/** Counted for every output besides its text, against `outputBytes`. */
export const OUTPUT_ENTRY_BYTES = 256;
/** Of one output; the rest is cut, and the ref says how much is there. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A ref for a text, and how much of it is kept. */
export function newOutput(text: string, { outputBytes }: Pick<StoreLimits, "outputBytes">) {
  return newOutputRef(text, Math.min(MAX_OUTPUT_BYTES, outputBytes - OUTPUT_ENTRY_BYTES));
}

/** A ref from its row. */
export function refIn(row: Row): OutputRef {
  return { id: textOf(row, "id"), bytes: numberOf(row, "bytes"), lines: numberOf(row, "lines") };
}
