import type { Conversation } from "@toolwright/core";

/** A `WHERE` clause, empty where nothing is asked for, and its values. */
export interface Conditions {
  readonly where: string;
  readonly values: readonly string[];
}

/**
 * Only the conditions that are given: one that may be missing would keep a database from using an index. `mark` stands
 * for the value of that number.
 */
export function conditions(
  conversation: Conversation | undefined,
  columns: Readonly<Record<string, string | undefined>> = {},
  mark: (number: number) => string = () => "?",
): Conditions {
  const { channel, chatId } = conversation ?? {};
  const given = Object.entries({ channel, chat_id: chatId, ...columns }).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  );
  const terms = given.map(({ column }, index) => `${column} = ${mark(index + 1)}`);
  return { where: terms.length === 0 ? "" : `WHERE ${terms.join(" AND ")}`, values: given.map(({ value }) => value) };
}

/** The marks of a database that numbers its values. */
export const numbered = (number: number): string => `$${number}`;
