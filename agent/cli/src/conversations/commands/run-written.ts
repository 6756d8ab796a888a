import { join } from "node:path";
import { spelledStrictly } from "@toolwright/view/internal";
import { ProjectTrust } from "../../permissions/project-trust.ts";
import { askYes } from "../../terminal/ask-yes.ts";
import { framed } from "../../terminal/framed.ts";
import { printable } from "../../text/printable.ts";
import type { Chat } from "../chat.ts";
import { type WrittenCommand, writtenMessage, writtenText } from "../written-commands.ts";

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
  const lines = framed(terminal.screen);
  lines.words(`  ? Send this as your message? ${printable(file)} came with this folder.`);
  for (const line of spelledStrictly(text.trimEnd()).split("\n")) lines.line(`    ${line}`);
  const prompt = "    Send it? y = yes, until the file changes; n = no > ";
  const choices = [
    { key: "1", word: "y", label: "Yes, and from now on, until the file changes" },
    { key: "2", word: "n", label: "No" },
  ];
  const said = await askYes(terminal, { prompt, choices, isFramed: true, leaving: "Esc does not send it" });
  if (said !== "yes") return false;
  await trust.add(written);
  return true;
}
