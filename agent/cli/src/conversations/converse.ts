import { join } from "node:path";
import { EXIT } from "../exit-code.ts";
import type { ChatFlags } from "../flags.ts";
import { configDirectory } from "../mcp/choose-servers.ts";
import { interruptible } from "../setup/interruptible.ts";
import { layFoundation } from "../setup/prepare.ts";
import { withSettings } from "../setup/with-settings.ts";
import type { DrawnTerminal } from "../terminal/drawn/drawn-terminal.ts";
import { PlainTerminal } from "../terminal/plain-terminal.ts";
import { divertNotices } from "../text/notice.ts";
import { readLines } from "../text/read-lines.ts";
import { Chat } from "./chat.ts";
import { ChosenForChat } from "./chosen-model.ts";
import { answerCommand, isLeaving } from "./commands/answer-command.ts";
import { drawnMessages } from "./drawn-messages.ts";
import { promptedMessages } from "./prompted-messages.ts";
import { findWrittenCommands } from "./written-commands.ts";

/** The folder of commands that are files. */
const WRITTEN = "commands";

/** A chat from its first line to its last. `drawn`: the terminal, where one is drawn. Resolves to the exit code. */
export async function converse(flags: ChatFlags, drawn: DrawnTerminal | undefined): Promise<number> {
  const interruption = interruptible();
  const restore = drawn === undefined ? undefined : divertNotices((line) => drawn.screen.note(line));
  try {
    await chatUntil(interruption.signal, flags, drawn);
    return interruption.signal.aborted ? EXIT.failed : EXIT.ok;
  } finally {
    interruption.end();
    restore?.();
  }
}

async function chatUntil(signal: AbortSignal, given: ChatFlags, drawn: DrawnTerminal | undefined): Promise<void> {
  const flags = await withSettings(given);
  const plain = new PlainTerminal(process.stdin, process.stdout, process.env);
  const terminal = drawn ?? plain;
  const isPerson = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const model = await chooseForChat(flags, isPerson ? terminal : undefined);
  if (model === undefined) return;
  try {
    const foundation = await layFoundation(flags, { terminal: isPerson ? terminal : undefined, colours: true });
    const { root } = foundation.agent.workspace;
    const places = { user: join(configDirectory(process.env), WRITTEN), folder: join(root, ".toolwright", WRITTEN) };
    const written = await findWrittenCommands(places);
    const chat = new Chat({ flags, foundation, model, terminal, drawn, written, isPerson, signal });
    if (drawn !== undefined) await joinDrawn(drawn, chat);
    await chat.begin(flags);
    const status = chat.showStatus();
    if (drawn === undefined) await status;
    await talk(messagesOf(signal, drawn ?? (isPerson ? plain : undefined)), chat);
    chat.sayGoodbye();
  } finally {
    model.close();
  }
}

/** A person without a model picks one. Undefined where the person leaves. */
async function chooseForChat(
  flags: ChatFlags,
  terminal: DrawnTerminal | PlainTerminal | undefined,
): Promise<ChosenForChat | undefined> {
  if (terminal === undefined || flags.model !== undefined || flags.record !== undefined)
    return ChosenForChat.open(flags);
  const { lacksModel, pickModel } = await import("../pick/pick-model.ts");
  if (!lacksModel(process.env)) return ChosenForChat.open(flags);
  const line = terminal instanceof PlainTerminal ? undefined : terminal.line;
  if (line !== undefined) line.facts = { model: "no model", mode: flags.mode ?? "default" };
  const picked = await pickModel(flags, terminal);
  if (line !== undefined) line.facts = {};
  return picked;
}

/** Undefined is nobody at a terminal: then every line of standard input is a message. */
function messagesOf(signal: AbortSignal, terminal: DrawnTerminal | PlainTerminal | undefined): AsyncIterable<string> {
  if (terminal === undefined) return readLines(process.stdin, signal);
  return terminal instanceof PlainTerminal ? promptedMessages(terminal, signal) : drawnMessages(terminal, signal);
}

/** Loaded with what draws, and only then. */
async function joinDrawn(drawn: DrawnTerminal, chat: Chat): Promise<void> {
  const { joinComposer } = await import("./join-composer.ts");
  await joinComposer(drawn, chat);
}

async function talk(messages: AsyncIterable<string>, chat: Chat): Promise<void> {
  for await (const message of messages) {
    if (isLeaving(message)) return;
    // Only a person may run what nobody judges: a pipe may bring anybody's words.
    if (chat.options.isPerson && message.startsWith("!")) {
      await chat.runOwn(message.slice(1).trim());
      continue;
    }
    const lines = await answerCommand(message, chat);
    if (lines === undefined) await chat.say(message);
    else for (const line of lines) chat.screen.line(line);
  }
}
