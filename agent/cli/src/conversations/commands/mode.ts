import type { PermissionMode } from "@toolwright/shell-judge";
import { modeWords } from "@toolwright/view/internal";
import type { Chat } from "../chat.ts";
import type { ChatCommand } from "./chat-command.ts";

/** `/mode`: what becomes of questions. */
export const MODE: ChatCommand = {
  name: "mode",
  takes: "[mode]",
  about: "says what becomes of questions, or changes it; Shift-Tab goes to the next mode",
  anytime: true,
  run(rest, chat) {
    const { permissions } = chat.options.foundation;
    const mode = modes().find((one) => one === rest);
    if (mode !== undefined) use(mode, chat);
    const lines = modes().map(
      (one) => `${one === permissions.mode ? "❯" : " "} ${one.padEnd(13)} ${modeWords(one).about}`,
    );
    return mode === undefined && rest !== ""
      ? [`There is no mode ${JSON.stringify(rest)}. These are:`, ...lines]
      : lines;
  },
};

/** Goes to the next of the modes in which a person can be asked. */
export function nextMode(chat: Chat): void {
  const { mode } = chat.options.foundation.permissions;
  const round: readonly PermissionMode[] = modes().filter((one): one is PermissionMode => one !== "deny-asks");
  use(round[(round.indexOf(mode) + 1) % round.length] ?? "default", chat);
}

function use(mode: PermissionMode, chat: Chat): void {
  chat.options.foundation.permissions.mode = mode;
  chat.refresh();
}

function modes(): readonly PermissionMode[] {
  return ["default", "accept-edits", "plan", "deny-asks"];
}
