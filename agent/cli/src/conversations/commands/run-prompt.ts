import type { Part } from "@toolwright/core";
import type { McpOffers, OfferedPrompt, PromptArgument } from "@toolwright/mcp";
import { type PromptCommand, promptCommand, spelledOnOneLine } from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Chat } from "../chat.ts";
import { askToSend } from "./ask-to-send.ts";

/** The prompt of an MCP server that a message is, as `/server:prompt`; undefined for another message. */
export function promptIn(message: string, { options }: Chat): PromptCommand | undefined {
  const { mcp } = options.foundation;
  return (
    mcp &&
    promptCommand(
      message,
      mcp.servers.map(({ name }) => name),
    )
  );
}

/**
 * Sends what a prompt of a server says, once a person has given what it asks for and has seen it. The lines say why
 * where it was not sent.
 */
export async function runPrompt(wanted: PromptCommand, chat: Chat): Promise<readonly string[]> {
  const { isPerson, terminal } = chat.options;
  const { offers } = chat;
  const shown = spelledOnOneLine(`/${wanted.server}:${wanted.name}`);
  if (offers === undefined) return ["There are no MCP servers."];
  if (!isPerson) return [`Not sent: what ${shown} says is shown to a person first.`];
  const prompt = (await offers.prompts()).find(({ server, name }) => server === wanted.server && name === wanted.name);
  if (prompt === undefined) return [`The MCP server ${wanted.server} has no prompt ${spelledOnOneLine(wanted.name)}.`];
  const args = await askFor(prompt, { wanted, offers, terminal });
  if (args === undefined) return [`Not sent: ${shown}.`];
  const made = await offers.prompt({ server: prompt.server, name: prompt.name, arguments: args });
  if (!made.ok) return [spelledOnOneLine(made.error)];
  if (!(await isWanted(made.value, shown, terminal))) return [`Not sent: ${shown}.`];
  await chat.sayParts(made.value);
  return [];
}

interface Asking {
  readonly wanted: PromptCommand;
  readonly offers: McpOffers;
  readonly terminal: Terminal;
}

/** What was not given behind the name is asked for; undefined where the person leaves. */
async function askFor(
  prompt: OfferedPrompt,
  { wanted, offers, terminal }: Asking,
): Promise<Readonly<Record<string, string>> | undefined> {
  const given = new Map(Object.entries(wanted.arguments));
  const { screen } = terminal;
  const unknown = [...given.keys()].filter((name) => !prompt.arguments.some((one) => one.name === name));
  for (const name of unknown) {
    screen.line(screen.styles.yellow(`  It asks for no ${spelledOnOneLine(name)}.`));
    given.delete(name);
  }
  for (const argument of prompt.arguments) {
    if (given.has(argument.name)) continue;
    const { server, name } = prompt;
    const asked = { server, name, arguments: Object.fromEntries(given), argument: argument.name, typed: "" };
    const value = await askOne(argument, await offers.complete(asked), terminal);
    if (value === undefined) return undefined;
    if (value !== "") given.set(argument.name, value);
  }
  return Object.fromEntries(given);
}

/** Values that are named; the arrow keys have all. */
const NAMED = 5;

async function askOne(
  { name, about, required }: PromptArgument,
  values: readonly string[],
  terminal: Terminal,
): Promise<string | undefined> {
  const { screen } = terminal;
  if (about !== "") screen.line(screen.styles.dim(`    ${spelledOnOneLine(about)}`));
  const such = values.length === 0 ? [] : [`such as ${values.slice(0, NAMED).map(spelledOnOneLine).join(", ")}`];
  const words = [...such, ...(required ? [] : [questionTexts.optional])].join("; ");
  const prompt = `    ${spelledOnOneLine(name)}${words === "" ? "" : ` (${words})`} > `;
  for (;;) {
    const answer = await terminal.ask({ prompt, history: values, leaving: "Esc does not send it" });
    if (answer.kind !== "line") return undefined;
    const text = answer.text.trim();
    if (text !== "" || !required) return text;
  }
}

/** The words are a stranger's until a person has seen them. */
function isWanted(parts: readonly Part[], shown: string, terminal: Terminal): Promise<boolean> {
  const texts = parts.map((part) => (part.type === "text" ? part.text.trimEnd() : `[${part.type}: ${part.mediaType}]`));
  return askToSend({ whose: `The MCP server says for ${shown}:`, text: texts.join("\n") }, terminal);
}
