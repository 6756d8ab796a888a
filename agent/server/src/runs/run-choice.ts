import type { Conversation, JsonObject } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { Agent, RunChoice } from "../agent.ts";

/** What somebody asks for: `null` for the usual thing, left out for what the conversation had before. */
export type WantedChoice = { readonly [name in keyof RunChoice]?: RunChoice[name] | null | undefined };

/** The models that an agent offers, the usual one first. */
export function modelsOf({ model, models = [] }: Agent): readonly string[] {
  return [...new Set([model, ...models])];
}

/** Why a choice cannot be made after the last one; undefined when it can. */
export function wrongChoice(agent: Agent, wanted: WantedChoice, last: RunChoice): string | undefined {
  const { model, effort, mode, activeTools } = wanted;
  if (model != null && !modelsOf(agent).includes(model)) return `There is no model ${JSON.stringify(model)} here.`;
  const thinking = (model === undefined ? last.model : model) ?? undefined;
  if (effort != null && !hasEffort(agent, thinking, effort)) return wrongEffort(agent, thinking ?? agent.model, effort);
  if (mode != null && !hasMode(agent, mode)) return `There is no mode ${JSON.stringify(mode)} here.`;
  const unknown = activeTools?.find((name) => !hasTool(agent, name));
  return unknown === undefined ? undefined : `There is no tool ${JSON.stringify(unknown)} to choose here.`;
}

function wrongEffort(agent: Agent, model: string, effort: string): string {
  const efforts = agent.efforts?.(model) ?? [];
  const offered = efforts.length === 0 ? "it has no effort to choose" : `it takes ${efforts.join(", ")}`;
  return `The model ${model} takes no effort ${JSON.stringify(effort)}: ${offered}.`;
}

/** Whether a tool was not chosen that could have been. */
export function isLeftOut(agent: Agent, name: string, activeTools: readonly string[] | undefined): boolean {
  return activeTools !== undefined && !activeTools.includes(name) && hasTool(agent, name);
}

/** What was chosen for a conversation last, as far as it is still offered. */
export async function storedChoice(store: Store, agent: Agent, conversation: Conversation): Promise<RunChoice> {
  const { model, effort, mode, activeTools }: JsonObject = (await store.threads.settings(conversation)) ?? {};
  return offeredChoice(agent, {
    ...(typeof model === "string" && { model }),
    ...(typeof effort === "string" && { effort }),
    ...(typeof mode === "string" && { mode }),
    ...(Array.isArray(activeTools) && { activeTools: activeTools.filter((name) => typeof name === "string") }),
  });
}

/** An effort goes with its model: another one may not take it. */
function offeredChoice(agent: Agent, { model: named, effort, mode, activeTools }: RunChoice): RunChoice {
  const model = named !== undefined && modelsOf(agent).includes(named) ? named : undefined;
  return {
    ...(model !== undefined && { model }),
    ...(effort !== undefined && hasEffort(agent, model, effort) && { effort }),
    ...(mode !== undefined && hasMode(agent, mode) && { mode }),
    ...(activeTools !== undefined && { activeTools: activeTools.filter((name) => hasTool(agent, name)) }),
  };
}

/** The choice for the next run: what is asked for, over what was chosen last. */
export function nextChoice(agent: Agent, last: RunChoice, wanted: WantedChoice): RunChoice {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const { model, effort, mode, activeTools }: WantedChoice = { ...last, ...Object.fromEntries(given) };
  return offeredChoice(agent, {
    ...(model != null && { model }),
    ...(effort != null && { effort }),
    ...(mode != null && { mode }),
    ...(activeTools != null && { activeTools: [...new Set(activeTools)] }),
  });
}

/** What else is kept with a conversation is no choice. */
const CHOSEN = new Set(["model", "effort", "mode", "activeTools"]);

/** Keeps a choice with its conversation, so that whoever takes the run up makes the same. */
export async function storeChoice(
  store: Store,
  conversation: Conversation,
  { activeTools, ...choice }: RunChoice,
): Promise<void> {
  const settings = Object.entries((await store.threads.settings(conversation)) ?? {});
  await store.threads.configure(conversation, {
    ...Object.fromEntries(settings.filter(([name]) => !CHOSEN.has(name))),
    ...choice,
    ...(activeTools !== undefined && { activeTools: [...activeTools] }),
  });
}

function hasEffort(agent: Agent, model: string | undefined, effort: string): boolean {
  return agent.efforts?.(model ?? agent.model).includes(effort) === true;
}

function hasMode({ modes = [] }: Agent, mode: string): boolean {
  return modes.includes(mode);
}

function hasTool({ tools = [] }: Agent, name: string): boolean {
  return tools.some((tool) => tool.name === name);
}
