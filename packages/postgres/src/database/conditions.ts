import type { Conversation } from "@toolwright/core";
import type { Value } from "./database.ts";

/** A `WHERE` clause, empty where nothing is asked for, and its values from `$1` on. */
export interface Conditions {
  readonly where: string;
  readonly values: readonly Value[];
}

/** Only the conditions that are given: one that may be missing would keep PostgreSQL from using an index. */
export function conditions(
  conversation: Conversation | undefined,
  columns: Readonly<Record<string, string | undefined>> = {},
): Conditions {
  const { channel, chatId } = conversation ?? {};
  const given = Object.entries({ channel, chat_id: chatId, ...columns }).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value: value }],
  );
  return {
    where: given.length === 0 ? "" : `WHERE ${given.map(({ column }, n) => `${column} = $${n + 1}`).join(" AND ")}`,
    values: given.map(({ value }) => value),
  };
}
