import { join } from "node:path";
import { ProjectTrust } from "../../permissions/project-trust.ts";
import { printable } from "../../text/printable.ts";
import type { Chat } from "../chat.ts";
import { type WrittenCommand, writtenMessage, writtenText } from "../written-commands.ts";
import { askToSend } from "./ask-to-send.ts";

/** Sends the message of a command that is a file. The lines say why where it was not sent. */
export async function runWritten(command: WrittenCommand, rest: string, chat: Chat): Promise<readonly string[]> {
  const text = await writtenText(command.file);
  if (text === undefined) return [`${printable(command.file)} cannot be read any more.`];
  if (command.isOfFolder && !(await isTrusted(text, command, chat)))
    return [`Not sent: /${command.name} came with this folder.`];
  await chat.say(writtenMessage(text, rest));
  return [];
}

/** A command of the folder is said in a person's name once they have said yes to these very words. */
async function isTrusted(text: string, { name, file }: WrittenCommand, { options }: Chat): Promise<boolean> {
  const { foundation, isPerson, terminal } = options;
  const { root, stateDirectory } = foundation.agent.workspace;
  const trust = new ProjectTrust(join(stateDirectory, "trusted-commands"));
  const written = { root, text: JSON.stringify([name, text]) };
  if (await trust.has(written)) return true;
  if (!isPerson) return false;
  const message = { whose: `${printable(file)} came with this folder:`, text, meaning: UNTIL };
  if (!(await askToSend(message, terminal))) return false;
  await trust.add(written);
  return true;
}

const UNTIL = ", and from now on, until the file changes";
