import { usualModel } from "@toolwright/models";
import { ChosenForChat } from "../conversations/chosen-model.ts";
import type { ChatFlags } from "../flags.ts";
import type { Environment } from "../model/environment.ts";
import type { Choice, Terminal } from "../terminal/terminal.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";
import { askChoice } from "./ask-choice.ts";
import { isKey, KEY_OWNERS, type KeyOwner, keyedModel, keyOwner, NO_KEY } from "./key-owner.ts";
import { localModels } from "./local-models.ts";

/** No key in the environment stands for a model. */
export function lacksModel(environment: Environment): boolean {
  return usualModel(environment) === undefined;
}

/**
 * Lets a person choose a model where nothing names one; going back takes the stand-in. Nothing is asked of any server
 * before it is chosen. Undefined where the person leaves.
 */
export async function pickModel(flags: ChatFlags, terminal: Terminal): Promise<ChosenForChat | undefined> {
  const { screen } = terminal;
  screen.line(screen.styles.bold("Pick a model. None is named, and no key of a provider is in the environment."));
  for (const hint of hints(process.env)) screen.line(screen.styles.dim(hint));
  for (;;) {
    const answer = await askChoice(terminal, { choices: WAYS, leaving: "Esc goes on without a model" });
    if (answer === "left") return undefined;
    if (answer === "back" || answer === "none") return ChosenForChat.open(flags);
    if (answer === "watch") {
      const { watchSession } = await import("./watch-session.ts");
      await watchSession(terminal);
      continue;
    }
    const picked = await (answer === "look" ? lookHere(flags, terminal) : takeKey(flags, terminal));
    if (picked !== undefined) return picked;
  }
}

const WAYS: readonly Choice[] = [
  { key: "1", word: "look", label: "Look for a model on this machine (asks 127.0.0.1 at ports 11434 and 8080)" },
  { key: "2", word: "key", label: "Paste the key of a provider (used until this chat ends, stored nowhere)" },
  { key: "3", word: "watch", label: "Watch a recorded session: a minute, with one question for you" },
  { key: "4", word: "none", label: "Go on without one: a stand-in that knows a few requests" },
];

/** Variables that name a provider, but none of its models. */
const NAMING_NO_MODEL: ReadonlyMap<string, string> = new Map([
  ["GOOGLE_GENERATIVE_AI_API_KEY", "google"],
  ["LITELLM_BASE_URL", "litellm"],
  ["OLLAMA_BASE_URL", "ollama"],
]);

function hints(environment: Environment): readonly string[] {
  return [...NAMING_NO_MODEL]
    .filter(([variable]) => environment[variable])
    .map(([variable, provider]) => `${variable} is set: --model ${provider}:NAME takes one of its models.`);
}

async function lookHere(flags: ChatFlags, terminal: Terminal): Promise<ChosenForChat | undefined> {
  const { screen } = terminal;
  const found = await localModels();
  if (found.length === 0) {
    screen.line("No server with a model answers on this machine: neither Ollama (11434) nor llama.cpp (8080).");
    return undefined;
  }
  const choices = found.map(({ label, spec }, place) => ({ key: keyAt(place), word: spec, label }));
  const answer = await askChoice(terminal, { choices, leaving: "Esc goes back" });
  const model = found.find(({ spec }) => spec === answer);
  return model && openedOr(terminal, { ...flags, model: model.spec, baseUrl: model.baseUrl });
}

async function takeKey(flags: ChatFlags, terminal: Terminal): Promise<ChosenForChat | undefined> {
  const { screen } = terminal;
  const answer = await terminal.ask({ prompt: "Key > ", isSecret: true, goesBack: true });
  const key = answer.kind === "line" ? answer.text.trim() : "";
  if (key === "") return undefined;
  if (!isKey(key)) {
    screen.line(NO_KEY);
    return undefined;
  }
  const owner = keyOwner(key) ?? (await askOwner(terminal));
  if (owner === undefined) return undefined;
  const keyed = keyedModel(key, owner);
  return openedOr(terminal, { ...flags, model: keyed.spec }, keyed.environment);
}

async function askOwner(terminal: Terminal): Promise<KeyOwner | undefined> {
  terminal.screen.line("Whose key is it?");
  const choices = KEY_OWNERS.map(({ title, variable }, place) => ({ key: keyAt(place), word: variable, label: title }));
  const answer = await askChoice(terminal, { choices, leaving: "Esc forgets it" });
  return KEY_OWNERS.find(({ variable }) => variable === answer);
}

/** Says why where it cannot be used. */
async function openedOr(
  { screen }: Terminal,
  flags: ChatFlags,
  environment: Environment = process.env,
): Promise<ChosenForChat | undefined> {
  try {
    return await ChosenForChat.open(flags, environment);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    screen.line(screen.styles.yellow(printable(thrown.message)));
    return undefined;
  }
}

function keyAt(place: number): string {
  return place < 9 ? String(place + 1) : "";
}
