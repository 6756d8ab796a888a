import type { Chat } from "../chat.ts";

/** What a person can say to the chat itself. */
export interface ChatCommand {
  readonly name: string;
  /** What may follow the name. */
  readonly takes?: string;
  /** What it does, in one line. */
  readonly about: string;
  /** It can be answered while a run goes on. */
  readonly anytime?: boolean;
  /** The lines of its answer. What it throws is one line. */
  run(rest: string, chat: Chat): Promise<readonly string[]> | readonly string[];
}
