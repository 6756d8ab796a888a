import type { ToolSurroundings } from "../faces/bind-sub-tool.ts";
import type { PromptPart } from "../faces/registrable.ts";
import type { ToolOptions } from "../faces/sub-tool.ts";
import { type SubTool, tool } from "../faces/sub-tool.ts";
import { toJson } from "../json/to-json.ts";
import { checkArgument } from "../options/check-options.ts";
import { type OptionRule, oneOf } from "../options/option-rules.ts";
import type { Logger } from "../tool/logger.ts";
import type { Schema, Tool } from "../tool/tool.ts";
import { textOf } from "./check-definitions.ts";
import { type CompositeAround, composeTools } from "./composite-tool.ts";
import { ConversationLog } from "./conversation.ts";
import { createDefinitionProxy, type DefinitionProxy } from "./definition-proxy.ts";
import { DefinitionStore } from "./definition-store.ts";
import type { DefinitionType } from "./definition-tracker.ts";
import type { DefinitionRef } from "./definition-wishes.ts";
import { DefinitionWishes } from "./definition-wishes.ts";
import { type EffectCallback, EffectsManager } from "./effects.ts";
import { partOf } from "./part-of.ts";
import { type SetState, StateManager } from "./state-manager.ts";

/** Registers a tool, or a composite where a list of sub-tools stands for the schema. */
export interface DefTool {
  <I, O>(
    name: string,
    description: string,
    inputSchema: Schema<I>,
    execute: SubTool<I, O>["execute"],
    options?: ToolOptions<I, O>,
  ): DefinitionProxy;
  (name: string, description: string, subTools: readonly PromptPart[], options?: CompositeAround): DefinitionProxy;
}

/**
 * What a prompt function can say. Every member may be taken out of the object and called on its own.
 * Names are checked when they are defined: a `TypeError` names the one that cannot be used.
 */
export abstract class PromptDefinitions {
  protected readonly store: DefinitionStore;
  protected readonly state = new StateManager();
  protected readonly effects = new EffectsManager();
  protected readonly log = new ConversationLog();
  protected readonly reminders = new DefinitionWishes();
  protected readonly disabled = new DefinitionWishes();
  protected readonly surroundings: ToolSurroundings;
  /** What a prompt function has said before is not said again. */
  protected isFirstPass = true;
  /** Wishes for a run that is over mean nothing. */
  protected isOver = false;

  protected constructor(surroundings: ToolSurroundings & { readonly logger: Pick<Logger, "warn"> }) {
    this.surroundings = surroundings;
    this.store = new DefinitionStore((name) =>
      surroundings.logger.warn(`${name} is defined twice in one pass; the last definition counts.`),
    );
  }

  /** A piece of text that the model reads under a name. */
  readonly def = (name: string, value: string): DefinitionProxy => {
    this.store.defineVariable({ type: "def", name, value: textOf(name, value) });
    return this.proxy("def", name);
  };

  /** A value that the model reads as JSON under a name. Throws a `TypeError` for what cannot be written as JSON. */
  readonly defData = (name: string, value: unknown): DefinitionProxy => {
    const json = toJson(value);
    if (!json.ok) throw new TypeError(`The data of ${name} cannot be written as JSON: ${json.problem}.`);
    this.store.defineVariable({ type: "defData", name, value: JSON.stringify(json.value, undefined, 2) });
    return this.proxy("defData", name);
  };

  /** A named part of the system text. */
  readonly defSystem = (name: string, value: string): DefinitionProxy => {
    this.store.defineSystem({ name, value: textOf(name, value) });
    return this.proxy("defSystem", name);
  };

  /** Adds a message. One of the user is added by the first pass only, one of the assistant by every pass. */
  readonly defMessage = (role: "user" | "assistant", content: string): void => {
    checkArgument(role, { of: "The role of a message", rule: ROLE });
    if (role === "assistant" || this.isFirstPass) this.log.add({ role, content });
  };

  /** Adds the template as a user message; definitions in it read as their tags. */
  readonly $ = (strings: TemplateStringsArray, ...values: readonly unknown[]): void => {
    this.defMessage("user", String.raw({ raw: strings }, ...values));
  };

  /** A tool of this prompt. Defining a name again replaces the tool and keeps its place. */
  readonly defTool: DefTool = (
    name: string,
    description: string,
    third: Schema<unknown> | readonly PromptPart[],
    fourth?: SubTool["execute"] | CompositeAround,
    options?: ToolOptions,
  ): DefinitionProxy => {
    if (typeof fourth === "function" && !isList(third))
      return this.addTool(tool(name, description, third, fourth, options));
    if (!isList(third)) throw new TypeError(`Tool ${JSON.stringify(name)} has no execute function.`);
    const around = typeof fourth === "function" ? options : fourth;
    return this.addTool(composeTools(name, description, third, around, this.surroundings));
  };

  /** Registers a tool that was made elsewhere, or the plain data of one. Throws a `TypeError` for what is no tool. */
  readonly addTool = (given: PromptPart): DefinitionProxy => {
    const made = partOf(given, this.surroundings);
    this.store.defineTool("defTool", made);
    return this.proxy("defTool", made.name);
  };

  /** The tools defined so far, disabled or not. */
  readonly getTools = (): readonly Tool[] => [...this.store.tools.values()];

  /** A value that outlives the passes, and what sets it: a new value, or a function of the one before. */
  readonly defState = <T>(key: string, initial: T): readonly [T, SetState<T>] =>
    this.state.createStateAccessor(key, initial);

  /** The value of a state as it is now. */
  readonly getState = (key: string): unknown => this.state.get(key);

  /**
   * Has `callback` run before every model call; with dependencies, before the first one and whenever one of them
   * changed. An effect that is not defined in every pass needs a `key`, or it would be taken for the one after it.
   */
  readonly defEffect = (callback: EffectCallback, dependencies?: readonly unknown[], key?: string): void =>
    this.effects.register(callback, dependencies, key);

  /** The reminders that the next model call will carry. */
  readonly getRemindedItems = (): DefinitionRef[] => this.reminders.list();

  /** Makes the plain data of a tool. */
  readonly tool = tool;

  protected proxy(type: DefinitionType, name: string): DefinitionProxy {
    return createDefinitionProxy({
      tag: `<${name}>`,
      type,
      name,
      onRemind: (...wish) => this.isOver || this.reminders.add(...wish),
      onDisable: (...wish) => this.isOver || this.disabled.add(...wish),
    });
  }
}

const ROLE: OptionRule = {
  form: '"user" or "assistant"; defSystem(name, text) says what the system says',
  fits: oneOf("user", "assistant").fits,
};

/** `Array.isArray` for lists that may not be changed. */
export function isList<T>(value: object | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
