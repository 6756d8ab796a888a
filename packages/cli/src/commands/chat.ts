import { EXIT } from "../exit-code.ts";
import type { ChatFlags } from "../flags.ts";
import { chooseModel } from "../model/choose-model.ts";
import { interruptible } from "../setup/interruptible.ts";
import { newConversation } from "../setup/new-conversation.ts";
import { prepare } from "../setup/prepare.ts";
import { tapeConfig } from "../setup/tape-config.ts";
import { askPerson } from "../terminal/ask-person.ts";
import { Terminal } from "../terminal/terminal.ts";
import { printable } from "../text/printable.ts";
import { readLines } from "../text/read-lines.ts";
import { REAL_MODEL_HINT } from "../view/real-model-hint.ts";
import { Conversing } from "./conversing.ts";
import { promptedMessages } from "./prompted-messages.ts";

/** `toolwright chat`: messages and answers until the user leaves. Resolves to the exit code. */
export async function chat(flags: ChatFlags): Promise<number> {
  const chosen = await chooseModel(flags, process.env);
  const { spec, isOffline } = chosen;
  const tape = await tapeConfig(chosen, flags.record);
  const terminal = new Terminal(process.stdin, process.stdout, process.env);
  const { screen } = terminal;
  const isPerson = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const interruption = interruptible();
  const approver = isPerson ? askPerson(terminal, () => conversing.stop()) : undefined;
  const options = await prepare({ flags, approver, conversation: newConversation() });
  const { maxIterations } = flags;
  const conversing = new Conversing({
    options,
    tape: tape.config,
    terminal,
    signal: interruption.signal,
    maxIterations,
  });
  screen.line(screen.styles.dim(`model: ${spec}${isPerson ? " · /help says what you can do here" : ""}`));
  if (isOffline) screen.line(screen.styles.dim(REAL_MODEL_HINT));
  const messages = isPerson
    ? promptedMessages(terminal, interruption.signal)
    : readLines(process.stdin, interruption.signal);
  for await (const message of messages) {
    const command = commandIn(message);
    if (command === "/exit" || command === "/quit") break;
    if (command !== undefined)
      screen.line(HELP[command] ?? `There is no ${printable(command)}. /help lists what there is.`);
    else if (message.trim() !== "") await conversing.say(message);
  }
  interruption.end();
  tape.close();
  return interruption.signal.aborted ? EXIT.failed : EXIT.ok;
}

/** One word after a slash; a path such as `/etc/hosts` is a message. */
function commandIn(message: string): string | undefined {
  return /^\/[a-z]+$/.test(message.trim()) ? message.trim() : undefined;
}

const HELP: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  "/help": `Type what you want, and Enter. Calls that change something ask first.
  Ctrl-C   stops the run; at the prompt, twice, it leaves
  Ctrl-D   leaves, as /exit does
  Up       brings back what you typed before`,
});
