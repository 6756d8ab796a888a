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
  return unknownCommand(text);
}

/** What is said of a word after a slash that is no command; undefined for a message to the model. */
export function unknownCommand(text: string): readonly string[] | undefined {
  const [, name, rest] = /^\/([a-z]+)($|\s)/.exec(text) ?? [];
  // A path such as /etc/hosts is a message.
  if (name === undefined) return undefined;
  const near = nearestName(
    name,
    COMMANDS.map((one) => one.name),
  );
  if (near === undefined && rest !== "") return undefined;
  return [`There is no /${name}. ${near === undefined ? "" : `Did you mean /${near}? `}/help lists what there is.`];
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
