import { setTimeout as pause } from "node:timers/promises";
import { matchesKey } from "@earendil-works/pi-tui";
import { spelledOnOneLine } from "@toolwright/view/internal";
import { agentFiles } from "../serve/agent-files.ts";
import { completion, type OfferedCommand } from "../terminal/drawn/completion.ts";
import type { DrawnTerminal } from "../terminal/drawn/drawn-terminal.ts";
import { HistorySearch } from "../terminal/drawn/history-search.ts";
import { loadHighlighter } from "../terminal/markdown/highlight.ts";
import type { Chat } from "./chat.ts";
import { answerCommand, commandIn, unknownCommand, writtenIn } from "./commands/answer-command.ts";
import { COMMANDS } from "./commands/commands.ts";
import { nextMode } from "./commands/mode.ts";
import { promptIn } from "./commands/run-prompt.ts";
import { InputHistory } from "./input-history.ts";
import { pasteImage } from "./paste-image.ts";
import { untilHeard } from "./until-heard.ts";

/**
 * Makes the composer that of a chat: its history, its completions, its keys, and what becomes of a message while a run
 * goes on.
 */
export async function joinComposer(drawn: DrawnTerminal, chat: Chat): Promise<void> {
  const { composer } = drawn;
  const { agent, permissions } = chat.options.foundation;
  const files = agentFiles(agent, permissions);
  composer.editor.setAutocompleteProvider(
    completion({
      files: async (words) => [...(await soon(resourcesLike(words, chat))), ...(await files.find(words))],
      commands: async () => [...COMMANDS, ...chat.options.written, ...(await soon(promptsOf(chat)))],
    }),
  );
  const history = await InputHistory.open(agent);
  for (const message of history.messages.toReversed()) composer.editor.addToHistory(message);
  // What was written while this was loaded waits for its turn.
  for (const text of composer.waiting) void history.add(text);
  composer.onMessage = (text) => {
    void history.add(text);
    return chat.isRunning && takeMeanwhile(text, drawn, chat);
  };
  drawn.onKey = (data) => {
    if (matchesKey(data, "shift+tab")) nextMode(chat);
    else if (matchesKey(data, "ctrl+r")) void search(drawn, history);
    else if (matchesKey(data, "ctrl+v")) void pasteImage(drawn);
    else return false;
    return true;
  };
  // Nobody need wait for these.
  void Promise.allSettled([chat.findSandbox(), loadHighlighter()]);
}

/** How long somebody who types waits for servers, in milliseconds: what comes later is there at the next letter. */
const SOON_MS = 300;

async function soon<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  return Promise.race([list, pause(SOON_MS, [], { ref: false })]);
}

/** Prompts of MCP servers, as commands. */
async function promptsOf({ offers }: Chat): Promise<readonly OfferedCommand[]> {
  const prompts = (await offers?.prompts()) ?? [];
  return prompts.map(({ server, name, about, arguments: args }) => ({
    name: `${server}:${name}`,
    about: spelledOnOneLine(`${about} (from ${server})`.trim()),
    takes: args.map((one) => (one.required ? one.name : `[${one.name}]`)).join(" "),
  }));
}

/** Resources that are offered at once. */
const MOST_RESOURCES = 20;

/** Resources of MCP servers whose name or address has these letters. */
async function resourcesLike(words: string, { offers }: Chat): Promise<readonly string[]> {
  const wanted = words.toLowerCase();
  const resources = words === "" ? [] : ((await offers?.resources()) ?? []);
  return resources
    .map(({ server, uri }) => `${server}:${uri}`)
    .filter((name) => name.toLowerCase().includes(wanted))
    .slice(0, MOST_RESOURCES);
}

async function search(drawn: DrawnTerminal, { messages }: InputHistory): Promise<void> {
  const { screen, composer } = drawn;
  const found = await drawn.show(
    (settle) => new HistorySearch(messages, screen.styles, (text) => settle({ kind: "line", text })),
  );
  if (found.kind === "line" && found.text !== "") composer.editor.setText(found.text);
}

/**
 * While a run goes on a message joins it, a command that needs no quiet is answered, and the rest waits. True where it
 * was dealt with.
 */
function takeMeanwhile(text: string, drawn: DrawnTerminal, chat: Chat): boolean {
  const command = commandIn(text);
  if (text.startsWith("!") || (command !== undefined && command.anytime !== true)) return false;
  if (writtenIn(text, chat) !== undefined || promptIn(text, chat) !== undefined) return false;
  const isMessage = command === undefined && unknownCommand(text.trim(), chat) === undefined;
  if (isMessage) void untilHeard({ text, sent: chat.steer(text) }, { terminal: drawn, drawn });
  else void answer(text, drawn, chat);
  return true;
}

async function answer(text: string, { screen }: DrawnTerminal, chat: Chat): Promise<void> {
  for (const line of (await answerCommand(text, chat)) ?? []) screen.note(line);
}
