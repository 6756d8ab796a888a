import type { Message } from "../model/messages.ts";
import type { Tool } from "../tool/tool.ts";
import { checkEffect, checkStepModification } from "./check-definitions.ts";
import type { DefinitionCollection, SystemEntry, VariableEntry } from "./definition-store.ts";
import type { LastTool } from "./prompt-steps.ts";

/** What an effect sees of the step that is about to begin. */
export interface EffectContext {
  /** The history that the next model call continues. */
  readonly messages: readonly Message[];
  /** Everything registered, disabled or not. */
  readonly tools: DefinitionCollection<Tool>;
  readonly systems: DefinitionCollection<SystemEntry>;
  readonly variables: DefinitionCollection<VariableEntry>;
  /** The last call of the newest step that made one. */
  readonly lastTool: LastTool | null;
  /** From 0. */
  readonly stepNumber: number;
}

/** Runs before a model call. */
export type EffectCallback = (context: EffectContext, stepModifier: StepModifier) => void | Promise<void>;

/** An effect as one pass registered it. */
export interface Effect {
  readonly id: string;
  readonly callback: EffectCallback;
  readonly dependencies: readonly unknown[] | undefined;
}

/** Effects by the order of their registration, and what their dependencies last were. */
export class EffectsManager {
  #effects: Effect[] = [];
  #unkeyed = 0;
  readonly #seen = new Map<string, readonly unknown[]>();

  /** Without a `key` an effect is known by its place among those without one; with a key its place does not matter. */
  register(callback: EffectCallback, dependencies?: readonly unknown[], key?: string): void {
    checkEffect(callback, dependencies, key);
    const id = key === undefined ? `#${this.#unkeyed++}` : `key:${key}`;
    this.#effects.push({ id, callback, dependencies });
  }

  getEffects(): readonly Effect[] {
    return [...this.#effects];
  }

  /** Runs, in order, the effects without dependencies and those whose dependencies have changed. */
  async process(context: EffectContext, stepModifier: StepModifier): Promise<void> {
    for (const effect of this.getEffects()) {
      if (this.#isDue(effect)) await effect.callback(context, stepModifier);
    }
  }

  /** Begins a new pass; dependencies are remembered. */
  clearEffects(): void {
    this.#effects = [];
    this.#unkeyed = 0;
  }

  /** Forgets everything. */
  reset(): void {
    this.clearEffects();
    this.#seen.clear();
  }

  #isDue({ id, dependencies }: Effect): boolean {
    if (dependencies === undefined) return true;
    const now = dependencies.map(plainValue);
    const before = this.#seen.get(id);
    this.#seen.set(id, now);
    return before === undefined || now.length !== before.length || now.some((value, index) => value !== before[index]);
  }
}

/** Definitions are new objects in every pass, so they compare by their tag. */
function plainValue(dependency: unknown): unknown {
  if (typeof dependency !== "object" || dependency === null || !("valueOf" in dependency)) return dependency;
  return typeof dependency.valueOf === "function" ? dependency.valueOf() : dependency;
}

interface Named {
  readonly name: string;
}

/** What an effect may change. `variables` stay until a pass leaves them out; the rest holds for one step. */
export type StepModification =
  | readonly ["messages", readonly Message[]]
  | readonly ["tools" | "systems", readonly Named[]]
  | readonly ["variables", readonly VariableEntry[]];

/** Changes an aspect of the step; several changes of one aspect add up. */
export type StepModifier = (...modification: StepModification) => void;

/** What the effects of one step want changed. */
export class StepChanges {
  /** In place of the history. */
  messages: readonly Message[] | undefined;
  /** The names of the whole active set; a tool named here is active even if it is disabled. */
  tools: ReadonlySet<string> | undefined;
  /** The names of the system parts that stay. */
  systems: ReadonlySet<string> | undefined;
  readonly variables: VariableEntry[] = [];

  readonly modify: StepModifier = (...modification) => {
    checkStepModification(...modification);
    const [aspect, items] = modification;
    if (aspect === "messages") this.messages = [...(this.messages ?? []), ...items];
    else if (aspect === "variables") this.variables.push(...items);
    else this[aspect] = new Set([...(this[aspect] ?? []), ...items.map(({ name }) => name)]);
  };
}
