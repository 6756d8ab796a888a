import { nearestName } from "@toolwright/core/internal";
import { messageOf } from "../../text/message-of.ts";
import { printable } from "../../text/printable.ts";
import type { Chat } from "../chat.ts";
import type { ChatCommand } from "./chat-command.ts";
import { COMMANDS } from "./commands.ts";

/** What a command of the chat answers; undefined for a message to the model. */
export async function answerCommand(message: string, chat: Chat): Promise<readonly string[] | undefined> {
  const text = message.trim();
  if (text === "") return [];
  const command = commandIn(text);
  if (command !== undefined) return answered(command, text.slice(command.name.length + 1).trim(), chat);
  // One word after a slash; a path such as /etc/hosts is a message.
  if (!/^\/[a-z]+$/.test(text)) return undefined;
  const near = nearestName(
    text.slice(1),
    COMMANDS.map(({ name }) => name),
  );
  return [`There is no ${text}. ${near === undefined ? "" : `Did you mean /${near}? `}/help lists what there is.`];
}

/** The command that a message begins with. */
export function commandIn(message: string): ChatCommand | undefined {
  const [, name] = /^\/([a-z]+)(?=\s|$)/.exec(message.trim()) ?? [];
  return COMMANDS.find((one) => one.name === name);
}

async function answered(command: ChatCommand, rest: string, chat: Chat): Promise<readonly string[]> {
  try {
    return await command.run(rest, chat);
  } catch (thrown) {
    return [printable(messageOf(thrown))];
  }
}

/** Whether a message ends the chat. */
export function isLeaving(message: string): boolean {
  return LEAVING.has(message.trim());
}

const LEAVING: ReadonlySet<string> = new Set(["/exit", "/quit"]);
