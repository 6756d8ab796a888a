import type { Conversation } from "@toolwright/core";
import type { SeenFiles, Workspace } from "@toolwright/workspace";
import { reversedLines } from "../view/undo-view.ts";

/** What undo works on in a chat. */
export interface ConversationUndoOptions {
  readonly workspace: Workspace;
  readonly conversation: Conversation;
  readonly seenFiles: SeenFiles;
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
    const { workspace, conversation } = this.#options;
    const { redoChanges, undoChanges } = await import("@toolwright/workspace");
    const reversed =
      kind === "undo"
        ? await undoChanges(workspace, { last: count }, { conversation })
        : await redoChanges(workspace, count, { conversation });
    return reversedLines({ kind, root: workspace.root }, reversed);
  }

  /** What the model does not know yet, wherever it was undone; undefined when nothing was. */
  async news(): Promise<string | undefined> {
    const { workspace, conversation, seenFiles } = this.#options;
    const { catchUp } = await import("@toolwright/workspace");
    const { note, seq } = await catchUp(workspace, conversation, { since: this.#told, seen: seenFiles });
    this.#told = seq;
    return note;
  }
}
