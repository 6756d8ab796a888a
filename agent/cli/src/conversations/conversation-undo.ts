import { relative, resolve } from "node:path";
import type { Message } from "@toolwright/core";
import type { FolderAgent, FolderConversation, ReversedTurn } from "@toolwright/workspace";
import type { KeptConversation } from "../conversations/kept-conversation.ts";
import { reversedLines } from "../view/undo-view.ts";
import { standsIn, turnsOf, undoFile } from "./undo-file.ts";

/** Undo and redo of one conversation, and what its model is told of them. */
export class ConversationUndo {
  readonly #agent: Pick<FolderAgent, "workspace" | "secrets">;
  #opened: FolderConversation;
  readonly #kept: Pick<KeptConversation, "goBack" | "conversation"> | undefined;
  #told = 0;

  /** `kept`: where it is kept on disk. */
  constructor(
    agent: Pick<FolderAgent, "workspace" | "secrets">,
    opened: FolderConversation,
    kept?: Pick<KeptConversation, "goBack" | "conversation">,
  ) {
    this.#agent = agent;
    this.#opened = opened;
    this.#kept = kept;
  }

  /** The conversation as it goes on: another one once messages were taken back. */
  get opened(): FolderConversation {
    return this.#opened;
  }

  /** Undoes or redoes as many turns, and gives the lines that say what became of them. */
  async reverse(kind: "undo" | "redo", count: number): Promise<readonly string[]> {
    const { workspace, secrets } = this.#agent;
    if (kind === "undo") {
      const { reversed } = await this.#opened.undo(count);
      return reversedLines({ kind, root: workspace.root }, reversed);
    }
    const { redoChanges } = await import("@toolwright/workspace");
    const reversed: ReversedTurn[] = [];
    for (const conversation of this.#opened.names) {
      const rest = count - reversed.length;
      if (rest > 0) reversed.push(...(await redoChanges(workspace, rest, { conversation, secrets })));
    }
    return reversedLines({ kind, root: workspace.root }, reversed);
  }

  /** Takes back what the last turn that changed this file did to it; the other files of the turn stay. */
  async reverseFile(path: string): Promise<readonly string[]> {
    const { workspace, secrets } = this.#agent;
    const name = relative(workspace.root, resolve(workspace.root, path));
    for (const conversation of this.#opened.names) {
      const turn = (await turnsOf(workspace, conversation)).find((one) => standsIn(one, name));
      if (turn === undefined) continue;
      const reversed = await undoFile(workspace, { turns: [turn], path: name }, { conversation, secrets });
      return reversedLines({ kind: "undo", root: workspace.root }, reversed);
    }
    return [`Nothing is left to undo in ${name}: /undo takes a number of turns, or a file that they changed.`];
  }

  /** Undoes as many turns, and goes on from before the oldest of them: its model knows nothing of what came since. */
  async rewind(count: number): Promise<readonly string[]> {
    const { reversed, fork } = await this.#opened.undo(count);
    const lines = reversedLines({ kind: "undo", root: this.#agent.workspace.root }, reversed);
    if (fork === undefined) return lines;
    this.#opened = fork;
    await this.news();
    const oldest = reversed.findLast(({ outcome }) => outcome.ok);
    if (oldest !== undefined) await this.#kept?.goBack(oldest.runId);
    // What is done from now on belongs to the fork that keeps it.
    if (this.#kept !== undefined) this.#opened = fork.as(this.#kept.conversation);
    return [...lines, `The conversation goes on from before turn ${oldest?.turn}.`];
  }

  /**
   * What the model does not know yet, wherever it was undone; undefined when nothing was. `history`: what an earlier
   * process has told it.
   */
  async news(history: readonly Message[] = []): Promise<string | undefined> {
    const { workspace } = this.#agent;
    const { conversation, seenFiles } = this.#opened;
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
