import { printable } from "../../text/printable.ts";
import type { ChatCommand } from "./chat-command.ts";

/** `/compact`: room in the model's memory. */
export const COMPACT: ChatCommand = {
  name: "compact",
  takes: "[what to keep]",
  about: "puts a summary by the model in the place of what was said; the record stays whole",
  async run(rest, chat) {
    const problem = await chat.compact(rest);
    chat.refresh();
    return problem === undefined ? [] : [`Nothing was summarised: ${printable(problem)}`];
  },
};
