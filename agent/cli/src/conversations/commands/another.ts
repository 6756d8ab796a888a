import { printable } from "../../text/printable.ts";
import type { Chat } from "../chat.ts";
import type { ChatCommand } from "./chat-command.ts";

/** `/clear`: a new conversation, in which the model knows nothing of this one. */
export const CLEAR: ChatCommand = {
  name: "clear",
  about: "begins a new conversation; the one before is kept",
  async run(_rest, chat) {
    const before = chat.kept;
    const hadSpoken = chat.hasSpoken;
    await chat.begin({});
    const id = before?.conversation.chatId.slice(0, 8);
    const way = hadSpoken && id !== undefined ? ` /resume ${id} goes back.` : "";
    return [`A new conversation.${way}`];
  },
};

/** `/resume`: another conversation of this folder. */
export const RESUME: ChatCommand = {
  name: "resume",
  takes: "[id]",
  about: "goes on with another conversation: the one of this id, or choose",
  async run(rest, chat) {
    const current = chat.kept?.conversation.chatId;
    if (rest !== "" && current?.startsWith(rest)) return ["You are in it."];
    await chat.begin({ resume: rest === "" ? true : rest, ...(current !== undefined && { except: current }) });
    return chat.screen.isDrawn ? [] : [titleOf(chat)];
  },
};

function titleOf({ kept }: Chat): string {
  return `On with “${printable(kept?.title || "no title")}”.`;
}
