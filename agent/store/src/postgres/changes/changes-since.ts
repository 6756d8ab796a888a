import type { ChangedConversations } from "../../port/changes.ts";
import { numberOf } from "../../rules/rows/row.ts";
import { namesIn } from "../../rules/threads/thread.ts";
import type { Statements } from "../database/database.ts";

/** As many changes are kept. */
const KEPT = 10_000;

const ENDS = `SELECT coalesce(min(number), 0) AS first, coalesce(max(number), 0) AS last FROM changes`;

/**
 * The number of the newest change; 0 where there is none. A change gets its number from the first who asks after it was
 * committed: numbers that are given before a commit do not come in the order in which others see them.
 */
export async function newestChange(statements: Statements): Promise<number> {
  return (await ends(statements)).last;
}

/** What changed after a number that an earlier answer gave. */
export async function changesSince(statements: Statements, number: number): Promise<ChangedConversations> {
  const { first, last } = await ends(statements);
  if (last === number) return { conversations: [], last, isWhole: true };
  const sql = "SELECT DISTINCT channel, chat_id FROM changes WHERE number > $1 AND number <= $2";
  const rows = await statements.all(sql, number, last);
  return { conversations: rows.map(namesIn), last, isWhole: first <= number + 1 };
}

async function ends(statements: Statements): Promise<{ readonly first: number; readonly last: number }> {
  await statements.run("SELECT number_changes($1)", KEPT);
  const row = (await statements.first(ENDS)) ?? {};
  return { first: numberOf(row, "first"), last: numberOf(row, "last") };
}
