import { nearestName } from "@toolwright/core/internal";
import { messageOf } from "../../text/message-of.ts";
import { printable } from "../../text/printable.ts";
import type { Chat } from "../chat.ts";
import type { WrittenCommand } from "../written-commands.ts";
import type { ChatCommand } from "./chat-command.ts";
import { COMMANDS } from "./commands.ts";
import { promptIn, runPrompt } from "./run-prompt.ts";
import { runWritten } from "./run-written.ts";

/** What a command of the chat answers; undefined for a message to the model. */
export async function answerCommand(message: string, chat: Chat): Promise<readonly string[] | undefined> {
  const text = message.trim();
  if (text === "") return [];
  const command = commandIn(text);
  if (command !== undefined) return answered(command.name, text, (rest) => command.run(rest, chat));
  const written = writtenIn(text, chat);
  if (written !== undefined) return answered(written.name, text, (rest) => runWritten(written, rest, chat));
  const prompt = promptIn(text, chat);
  if (prompt !== undefined) return answered("", text, () => runPrompt(prompt, chat));
  return unknownCommand(text, chat);
}

/** What is said of a word after a slash that is no command; undefined for a message to the model. */
export function unknownCommand(text: string, { options }: Chat): readonly string[] | undefined {
  const [, name, rest] = /^\/([a-z][a-z0-9-]*)($|\s)/.exec(text) ?? [];
  // A path such as /etc/hosts is a message.
  if (name === undefined) return undefined;
  const near = nearestName(
    name,
    [...COMMANDS, ...options.written].map((one) => one.name),
  );
  if (near === undefined && rest !== "") return undefined;
  return [`There is no /${name}. ${near === undefined ? "" : `Did you mean /${near}? `}/help lists what there is.`];
}

/** The command that a message begins with. */
export function commandIn(message: string): ChatCommand | undefined {
  const [, name] = /^\/([a-z]+)(?=\s|$)/.exec(message.trim()) ?? [];
  return COMMANDS.find((one) => one.name === name);
}

/** The file whose command a message begins with: none of them takes the place of one that is built in. */
export function writtenIn(message: string, { options }: Chat): WrittenCommand | undefined {
  const [, name] = /^\/([a-z][a-z0-9-]*)(?=\s|$)/.exec(message.trim()) ?? [];
  return commandIn(message) === undefined ? options.written.find((one) => one.name === name) : undefined;
}

type Run = (rest: string) => Promise<readonly string[]> | readonly string[];

async function answered(name: string, text: string, run: Run): Promise<readonly string[]> {
  try {
    return await run(text.slice(name.length + 1).trim());
  } catch (thrown) {
    return [printable(messageOf(thrown))];
  }
}

/** Whether a message ends the chat. */
export function isLeaving(message: string): boolean {
  return LEAVING.has(message.trim());
}

const LEAVING: ReadonlySet<string> = new Set(["/exit", "/quit"]);
