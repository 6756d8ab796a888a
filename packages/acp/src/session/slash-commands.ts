import type { AvailableCommand } from "@agentclientprotocol/sdk";
import type { ChangeList, ReversalAnswer } from "@toolwright/view";
import type { ServerApi } from "../server-api.ts";

/** What an editor offers behind a slash. */
export const SLASH_COMMANDS: readonly AvailableCommand[] = [
  { name: "undo", description: "Take back what the last prompt that changed files did to them." },
  { name: "redo", description: "Take back the last undo." },
];

/** Does what a prompt of one slash command says, and gives what to tell of it; undefined for every other prompt. */
export async function slashCommand(text: string, api: ServerApi, threadId: string): Promise<string | undefined> {
  const path = `/api/threads/${threadId}`;
  if (text === "/redo") return told(await api.get<ReversalAnswer>(`${path}/redo`, { body: {} }));
  if (text !== "/undo") return undefined;
  const { turns } = await api.get<ChangeList>(`${path}/changes`);
  const newest = turns.find(({ isUndone }) => !isUndone);
  if (newest === undefined) return "There is nothing to undo.";
  return told(await api.get<ReversalAnswer>(`${path}/undo`, { body: { runId: newest.runId } }));
}

function told({ lines }: ReversalAnswer): string {
  return lines.length === 0 ? "There was nothing to do." : lines.join("\n");
}
