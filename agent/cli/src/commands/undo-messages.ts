import type { Store, Thread } from "@toolwright/store";
import type { ReversedTurn, Workspace } from "@toolwright/workspace";
import { CHANNEL } from "../conversations/kept-conversation.ts";
import { hasConversations, openConversations } from "../serve/open-conversations.ts";
import { printable } from "../text/printable.ts";

/**
 * Takes conversations back with the files: each goes on, in a fork, from before the oldest of its turns that were
 * undone. Gives a line for each conversation.
 */
export async function undoMessages(
  workspace: Workspace,
  reversed: readonly ReversedTurn[],
  place?: string,
): Promise<readonly string[]> {
  const oldest = new Map<string, ReversedTurn>();
  // Newest first: what is set last is the oldest.
  for (const turn of reversed) if (turn.outcome.ok) oldest.set(JSON.stringify(turn.conversation), turn);
  const turns = [...oldest.values()];
  if (turns.length === 0) return [];
  const isKept = place !== undefined || hasConversations(workspace);
  const store = isKept ? await openConversations(workspace, place) : undefined;
  try {
    return await Promise.all(turns.map(async (turn) => lineOf(turn, store && (await forked(store, turn)))));
  } finally {
    await store?.close();
  }
}

async function forked({ threads }: Store, { conversation, runId }: ReversedTurn): Promise<Thread | undefined> {
  return conversation.channel === CHANNEL ? threads.fork({ from: conversation, before: runId }) : undefined;
}

function lineOf({ turn }: ReversedTurn, fork: Thread | undefined): string {
  if (fork === undefined) return `The conversation of turn ${turn} is not kept: only its files went back.`;
  const named = fork.title === "" ? "" : ` “${printable(fork.title)}”`;
  return `The conversation${named} goes on from before turn ${turn}, in a thread of its own: #${fork.conversation.chatId}`;
}
