import type { Conversation, Message } from "@toolwright/core";
import type { Secret } from "@toolwright/core/types";
import type { SeenFiles, Workspace } from "@toolwright/workspace";
import { reversedLines } from "../view/undo-view.ts";

/** What undo works on in a chat. */
export interface ConversationUndoOptions {
  readonly workspace: Workspace;
  readonly conversation: Conversation;
  readonly seenFiles: SeenFiles;
  /** What contents with a registered secret are opened with. */
  readonly secrets: readonly Secret[];
}

/** Undo and redo of one conversation, and what its model is told of them. */
export class ConversationUndo {
  readonly #options: ConversationUndoOptions;
  #told = 0;

  constructor(options: ConversationUndoOptions) {
    this.#options = options;
  }

  /** Undoes or redoes as many turns, and gives the lines that say what became of them. */
  async reverse(kind: "undo" | "redo", count: number): Promise<readonly string[]> {
    const { workspace, conversation, secrets } = this.#options;
    const { redoChanges, undoChanges } = await import("@toolwright/workspace");
    const reversed =
      kind === "undo"
        ? await undoChanges(workspace, { last: count }, { conversation, secrets })
        : await redoChanges(workspace, count, { conversation, secrets });
    return reversedLines({ kind, root: workspace.root }, reversed);
  }

  /**
   * What the model does not know yet, wherever it was undone; undefined when nothing was. `history`: what an earlier process
   * has told it.
   */
  async news(history: readonly Message[] = []): Promise<string | undefined> {
    const { workspace, conversation, seenFiles } = this.#options;
    const { catchUp } = await import("@toolwright/workspace");
    const { note, seq } = await catchUp(workspace, conversation, { since: this.#told, seen: seenFiles });
    const isFirst = this.#told === 0;
    this.#told = seq;
    return isFirst && note !== undefined ? untold(note, history) : note;
  }
}

/** The lines that stand more often in a note than in the user's messages: the same turn may be undone twice. */
function untold(note: string, history: readonly Message[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { role, content } of history) {
    if (role !== "user" || typeof content !== "string") continue;
    for (const line of content.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = note.split("\n").filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
  return lines.length === 0 ? undefined : lines.join("\n");
}
