import type { Conversation, JsonObject } from "@toolwright/core";
import type { Store } from "@toolwright/durable";
import type { Agent, RunChoice } from "../agent.ts";

/** What somebody asks for: `null` for the usual thing, left out for what the conversation had before. */
export interface WantedChoice {
  readonly model?: string | null | undefined;
  readonly mode?: string | null | undefined;
  readonly activeTools?: readonly string[] | null | undefined;
}

/** The models that an agent offers, the usual one first. */
export function modelsOf({ model, models = [] }: Agent): readonly string[] {
  return [...new Set([model, ...models])];
}

/** Why a choice cannot be made; undefined when it can. */
export function wrongChoice(agent: Agent, { model, mode, activeTools }: WantedChoice): string | undefined {
  if (model != null && !modelsOf(agent).includes(model)) return `There is no model ${JSON.stringify(model)} here.`;
  if (mode != null && !hasMode(agent, mode)) return `There is no mode ${JSON.stringify(mode)} here.`;
  const unknown = activeTools?.find((name) => !hasTool(agent, name));
  return unknown === undefined ? undefined : `There is no tool ${JSON.stringify(unknown)} to choose here.`;
}

/** What was chosen for a conversation last, as far as it is still offered. */
export async function storedChoice(store: Store, agent: Agent, conversation: Conversation): Promise<RunChoice> {
  const { model, mode, activeTools }: JsonObject = (await store.threads.settings(conversation)) ?? {};
  const offered = {
    ...(typeof model === "string" && modelsOf(agent).includes(model) ? { model } : {}),
    ...(typeof mode === "string" && hasMode(agent, mode) ? { mode } : {}),
  };
  if (!Array.isArray(activeTools)) return offered;
  const names = activeTools.filter((name) => typeof name === "string");
  return { ...offered, activeTools: names.filter((name) => hasTool(agent, name)) };
}

/** The choice for the next run: what is asked for, over what was chosen last. */
export function nextChoice(last: RunChoice, wanted: WantedChoice): RunChoice {
  const { model, mode, activeTools } = { ...last, ...definedIn(wanted) };
  return {
    ...(model != null && { model }),
    ...(mode != null && { mode }),
    ...(activeTools != null && { activeTools: [...new Set(activeTools)] }),
  };
}

function definedIn({ model, mode, activeTools }: WantedChoice): WantedChoice {
  return {
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    ...(activeTools !== undefined && { activeTools }),
  };
}

/** What else is kept with a conversation is no choice. */
const CHOSEN = new Set(["model", "mode", "activeTools"]);

/** Keeps a choice with its conversation, so that whoever takes the run up makes the same. */
export async function storeChoice(
  store: Store,
  conversation: Conversation,
  { model, mode, activeTools }: RunChoice,
): Promise<void> {
  const settings = Object.entries((await store.threads.settings(conversation)) ?? {});
  await store.threads.configure(conversation, {
    ...Object.fromEntries(settings.filter(([name]) => !CHOSEN.has(name))),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    ...(activeTools !== undefined && { activeTools: [...activeTools] }),
  });
}

function hasMode({ modes = [] }: Agent, mode: string): boolean {
  return modes.includes(mode);
}

function hasTool({ tools = [] }: Agent, name: string): boolean {
  return tools.some((tool) => tool.name === name);
}
