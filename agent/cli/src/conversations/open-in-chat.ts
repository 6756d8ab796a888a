import type { EventData } from "@toolwright/core";
import { budgetConfig } from "../model/budget.ts";
import { openConversation } from "../setup/prepare.ts";
import type { RunStatus } from "../view/run-status.ts";
import { RunView } from "../view/run-view.ts";
import type { ChatOptions } from "./chat.ts";
import { ConversationUndo } from "./conversation-undo.ts";
import { Conversing } from "./conversing.ts";
import type { KeptConversation } from "./kept-conversation.ts";
import { untilHeard } from "./until-heard.ts";

/** A conversation that is open in a chat. */
export interface OpenInChat {
  readonly undo: ConversationUndo;
  readonly kept: KeptConversation | undefined;
  readonly conversing: Conversing;
}

/** What a chat opens one with. */
export interface OpeningInChat extends ChatOptions {
  readonly kept: KeptConversation | undefined;
  /** Adds up what its runs do. */
  readonly status: RunStatus;
  /** Hears of the end of each run, after it was shown. */
  readonly onDone: (done: EventData["done"]) => void;
}

/** Opens a conversation whose runs are shown in the terminal, with what a person is told of its tools. */
export function openInChat(opening: OpeningInChat): OpenInChat & { readonly toolsNote: string | undefined } {
  const { foundation, flags, terminal, drawn, isPerson, model, signal, kept, status, onDone } = opening;
  const person = isPerson ? { terminal, stopRun: () => conversing.stop() } : undefined;
  const thinking = () => ({ ...model.thinking, isSmall: model.isSmall });
  const { opened, steps, toolsNote } = openConversation(foundation, { flags, person, kept, model: thinking });
  const undo = new ConversationUndo(foundation.agent, opened, kept);
  const conversing = new Conversing({
    opened: () => undo.opened,
    tape: () => model.config,
    steps,
    terminal,
    news: () => undo.news(kept?.history),
    kept,
    signal,
    maxIterations: flags.maxIterations,
    budget: async () => budgetConfig(flags, (await kept?.usage()) ?? status.usage),
    onWaiting: (waiting) => void untilHeard(waiting, opening),
  });
  const { activity } = opened;
  activity.subscribe("*", status.add);
  const asWritten = drawn === undefined ? undefined : (message: string) => drawn.composer.shown(message);
  activity.subscribe("*", new RunView(terminal.screen, { asksInFull: flags.yes !== true, asWritten }).show);
  activity.subscribe("*", (event) => {
    if (event.type === "done") onDone(event.data);
  });
  return { undo, kept, conversing, toolsNote };
}
