import { openKept } from "../conversations/open-kept.ts";
import { EXIT } from "../exit-code.ts";
import type { ChatFlags } from "../flags.ts";
import { chooseModel } from "../model/choose-model.ts";
import { refuseUselessFlags } from "../model/refuse-useless-flags.ts";
import { interruptible } from "../setup/interruptible.ts";
import { prepare } from "../setup/prepare.ts";
import { tapeConfig } from "../setup/tape-config.ts";
import { chooseThread } from "../terminal/choose-thread.ts";
import { Terminal } from "../terminal/terminal.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { readLines } from "../text/read-lines.ts";
import { REAL_MODEL_HINT } from "../view/real-model-hint.ts";
import { ConversationUndo } from "./conversation-undo.ts";
import { Conversing } from "./conversing.ts";
import { promptedMessages } from "./prompted-messages.ts";

/** `toolwright chat`: messages and answers until the user leaves. Resolves to the exit code. */
export async function chat(flags: ChatFlags): Promise<number> {
  const chosen = await chooseModel(flags, process.env);
  refuseUselessFlags(flags, [chosen]);
  const { spec, isOffline } = chosen;
  const tape = await tapeConfig(chosen, flags.record);
  const terminal = new Terminal(process.stdin, process.stdout, process.env);
  const { screen } = terminal;
  const isPerson = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const interruption = interruptible();
  const person = isPerson ? { terminal, stopRun: () => conversing.stop() } : undefined;
  const choose = isPerson ? chooseThread(terminal) : undefined;
  const { agent, opened, kept, steps } = await prepare({
    flags,
    person,
    model: chosen.model,
    keep: (foundation) => openKept(foundation, { ...flags, choose }),
  });
  const undo = new ConversationUndo(agent, opened, kept);
  const { maxIterations } = flags;
  const conversing = new Conversing({
    opened: () => undo.opened,
    tape: tape.config,
    steps,
    terminal,
    news: () => undo.news(kept?.history),
    kept,
    signal: interruption.signal,
    maxIterations,
  });
  const told = agent.instructionFile === undefined ? "" : ` · ${agent.instructionFile} read`;
  screen.line(screen.styles.dim(`model: ${spec}${told}${isPerson ? " · /help says what you can do here" : ""}`));
  if (isOffline) screen.line(screen.styles.dim(REAL_MODEL_HINT));
  if (kept?.isInterrupted === true) await conversing.finish();
  const messages = isPerson
    ? promptedMessages(terminal, interruption.signal)
    : readLines(process.stdin, interruption.signal);
  await converse(messages, { conversing, undo, terminal });
  if (isPerson && conversing.hasSpoken && kept !== undefined)
    screen.line(
      screen.styles.dim(`To go on with this: toolwright chat --resume ${kept.conversation.chatId.slice(0, 8)}`),
    );
  interruption.end();
  tape.close();
  return interruption.signal.aborted ? EXIT.failed : EXIT.ok;
}

interface Chatting {
  readonly conversing: Conversing;
  readonly undo: ConversationUndo;
  readonly terminal: Terminal;
}

async function converse(
  messages: AsyncIterable<string>,
  { conversing, undo, terminal: { screen } }: Chatting,
): Promise<void> {
  for await (const message of messages) {
    if (LEAVING.has(message.trim())) break;
    const lines = await commandLines(message, undo);
    if (lines === undefined) await conversing.say(message);
    else for (const line of lines) screen.line(line);
  }
}

const LEAVING: ReadonlySet<string> = new Set(["/exit", "/quit"]);

/** What a command of the chat answers; undefined for a message to the model. */
async function commandLines(message: string, undo: ConversationUndo): Promise<readonly string[] | undefined> {
  const text = message.trim();
  if (text === "") return [];
  const reversal = reversalIn(text);
  if (typeof reversal === "string") return [reversal];
  if (reversal !== undefined) {
    const { kind, count, takesMessages } = reversal;
    const reversed = takesMessages ? undo.rewind(count) : undo.reverse(kind, count);
    return reversed.catch((error: unknown) => [printable(messageOf(error))]);
  }
  // One word after a slash; a path such as /etc/hosts is a message.
  if (!/^\/[a-z]+$/.test(text)) return undefined;
  return [HELP[text] ?? `There is no ${printable(text)}. /help lists what there is.`];
}

interface Reversal {
  readonly kind: "undo" | "redo";
  readonly count: number;
  /** The conversation goes back with the files. */
  readonly takesMessages: boolean;
}

/** `/undo`, `/redo`, or one of them with a number of turns; a text says what is wrong with what follows them. */
function reversalIn(text: string): Reversal | string | undefined {
  const [, kind, rest = ""] = /^\/(undo|redo)(?:\s+(.*))?$/s.exec(text) ?? [];
  if (kind !== "undo" && kind !== "redo") return undefined;
  const words = rest.split(/\s+/).filter(Boolean);
  const [count = "1", ...others] = words.filter((word) => word !== MESSAGES);
  const takesMessages = words.includes(MESSAGES);
  const isWrong = others.length > 0 || (takesMessages && kind === "redo");
  if (/^[1-9]\d{0,3}$/.test(count) && !isWrong) return { kind, count: Number(count), takesMessages };
  const more = kind === "undo" ? `, and ${MESSAGES}` : "";
  return `/${kind} takes nothing, or how many${more}: /${kind} 2${kind === "undo" ? ` ${MESSAGES}` : ""}.`;
}

const MESSAGES = "--messages";

const HELP: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  "/help": `Type what you want, and Enter. Calls that change something ask first: yes, once; always; or no, with a reason.
  Ctrl-C   stops the run; at the prompt, twice, it leaves
  Ctrl-D   leaves, as /exit does
  Up       brings back what you typed before
  /undo    takes back what your last message changed in files; /undo 3 the last three;
           /undo --messages takes the messages back too, as if they had never been sent
  /redo    takes back an undo`,
});
