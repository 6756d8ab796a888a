import { z } from "zod";

// Limits that only guard the machine, and defaults that say nothing. A model is not told of them, for a definition is
// read with every request; what goes beyond a limit is refused in the same words as anywhere else. Only a count that
// asks for more than the most is taken for the most.

export interface Bounds {
  readonly least?: number;
  readonly most: number;
}

/** A text; lengths in UTF-16 units, 1 at least by default. */
export function boundedText({ least = 1, most }: Bounds): z.ZodString {
  return z
    .string()
    .refine((text) => text.length >= least, `expected at least ${characters(least)}`)
    .refine((text) => text.length <= most, `expected at most ${characters(most)}`);
}

/** A whole number; 1 at least by default. */
export function boundedInt({ least = 1, most }: Bounds): z.ZodInt {
  return z
    .int()
    .refine((number) => number >= least, `expected at least ${least}`)
    .refine((number) => number <= most, `expected at most ${most}`);
}

/** Where a list begins to be shown: counted from 1, for which 0 will do, and from the end where it is negative. */
export function anyOffset(): z.ZodInt {
  return boundedInt({ least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER });
}

/** How many are asked for, 1 at least. More than the most is the most: the answer shows how far it reaches. */
export function countUpTo(most: number) {
  return z
    .int()
    .refine((count) => count >= 1, "expected at least 1")
    .transform((count) => Math.min(count, most));
}

/** A list; 1 item at least by default. */
export function boundedList<Item extends z.ZodType>(item: Item, { least = 1, most }: Bounds): z.ZodArray<Item> {
  return z
    .array(item)
    .refine((list) => list.length >= least, `expected at least ${least} item${least === 1 ? "" : "s"}`)
    .refine((list) => list.length <= most, `expected at most ${most} items`);
}

/** What may be left out: then it is `value`, of which the model need not read. */
export function otherwise<Schema extends z.ZodType, Value extends z.output<Schema>>(schema: Schema, value: Value) {
  return schema.optional().transform((given): z.output<Schema> => given ?? value);
}

function characters(count: number): string {
  return `${count} character${count === 1 ? "" : "s"}`;
}
