import { ToolRegistry } from "../faces/tool-registry.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { type StepRecord, stepRecords } from "../journal/step-records.ts";
import { toJson } from "../json/to-json.ts";
import { streamToolLoop } from "../loop/stream-tool-loop.ts";
import type { PrepareStep, StepChange, ToolLoopResult } from "../loop/tool-loop-config.ts";
import type { Message } from "../model/messages.ts";
import { type AiSdkModel, toModelPort } from "../model/model-adapter.ts";
import type { ModelPort } from "../model/model-port.ts";
import type { Schema, Tool } from "../tool/tool.ts";
import type { AgentRun, AgentStart } from "./agents.ts";
import { type AgentOptions, agent, agentTool, compositeAgentTool, type DefAgent, type SubAgent } from "./agents.ts";
import { checkPromptFunction } from "./check-definitions.ts";
import { checkPromptConfig } from "./check-prompt.ts";
import { type StepRequestParts, stepRequest, systemMessage, systemText } from "./conversation.ts";
import type { DefinitionProxy } from "./definition-proxy.ts";
import type { SystemEntry } from "./definition-store.ts";
import { createCollection } from "./definition-store.ts";
import { type DefinitionRef, reminderNote } from "./definition-wishes.ts";
import type { EffectContext } from "./effects.ts";
import { StepChanges } from "./effects.ts";
import { isList, PromptDefinitions } from "./prompt-definitions.ts";
import { lastTool, OwnEvents, type PromptStep, promptSteps } from "./prompt-steps.ts";
import type { PromptConfig, PromptFunction, PromptResult } from "./run-prompt.ts";

/** What stands in the request of one step, beside its tools. */
interface Request {
  readonly messages: readonly Message[];
  /** The history alone would not be the same. */
  readonly isReplaced: boolean;
}

/** A prompt with state, effects and tools, which rides on the loop's `prepareStep`. */
export class StatefulPrompt<O = unknown> extends PromptDefinitions {
  readonly #model: ModelPort;
  readonly #config: PromptConfig<O>;
  readonly #registry = new ToolRegistry();
  readonly #events = new OwnEvents();
  #promptFunction: PromptFunction | undefined;
  /** The definitions are those of the step that begins: no pass is due. */
  #isFresh = true;
  #isRunning = false;
  /** What the model was sent last: what its calls come from. */
  #request: readonly Message[] = [];
  /** The messages of earlier runs, without the system text. */
  #carried: readonly Message[] = [];

  /** Throws a `TypeError` for what is no model, and for an option that does not exist or cannot be. */
  static create<O = unknown>(model: ModelPort | AiSdkModel, config: PromptConfig<O> = {}): StatefulPrompt<O> {
    checkPromptConfig(config);
    return new StatefulPrompt(toModelPort(model, config.adaptModel), config);
  }

  private constructor(model: ModelPort, config: PromptConfig<O>) {
    super({ messages: () => this.#request, logger: config.logger ?? console });
    this.#model = model;
    this.#config = config;
  }

  /** Itself, so that a prompt function can take it out of its argument. */
  get prompt(): StatefulPrompt {
    return this;
  }

  /** The steps of the newest run; tool results stand in them as the tools gave them. */
  get steps(): PromptStep[] {
    return promptSteps(this.#events, (name) => {
      const spec = this.#registry.get(name)?.spec;
      return spec?.formatOutput !== undefined && spec.errorOutput !== undefined;
    });
  }

  /** The steps of the newest run with the messages as they were sent. */
  get fullSteps(): StepRecord[] {
    return stepRecords(this.#events.list);
  }

  /** Makes the plain data of an agent. */
  readonly agent = agent;

  /** Calls the prompt function once; the run calls it again. Rejects with what it throws. */
  async define(promptFunction: PromptFunction): Promise<this> {
    checkPromptFunction(promptFunction);
    this.#promptFunction = promptFunction;
    await promptFunction(this);
    this.isFirstPass = false;
    this.#isFresh = true;
    return this;
  }

  /**
   * Starts a run over what was defined; a later run goes on where the one before ended. Throws while one is under way.
   */
  run(): PromptResult<O> {
    if (this.#isRunning) throw new Error("This prompt is running already.");
    this.#isRunning = true;
    this.isOver = false;
    const { reminderRole: _role, adaptModel: _adapt, ...config } = this.#config;
    const activity = config.activity ?? new ActivityStream();
    const system = this.#systemText(new StepChanges());
    const messages = [...systemMessage(system), ...this.#carried, ...this.log.begin(this.#carried.length)];
    this.#registerTools();
    let runId = "";
    this.#events.watch(activity, (id) => id === runId);
    const prepareStep = this.#stepPreparation(system);
    const observer = this.#events.observing(config.observer);
    const stream = streamToolLoop(
      { ...config, model: this.#model, tools: this.#registry, activity, prepareStep, observer },
      messages,
    );
    runId = stream.runId;
    const final = stream.final.then((result) => this.#end(result, systemMessage(system).length));
    const text = final.then(({ content, error }) => (error === undefined ? content : ""));
    return { final, text, events: stream.events };
  }

  /** Defines an agent: a tool that runs a prompt of its own, or several where a list stands for the schema. */
  readonly defAgent: DefAgent = (
    name: string,
    description: string,
    third: Schema<unknown> | readonly SubAgent[],
    execute?: SubAgent["execute"],
    options?: AgentOptions,
  ): DefinitionProxy => {
    this.store.defineTool("defAgent", this.#agentTool({ name, description, third, execute, options }));
    return this.proxy("defAgent", name);
  };

  #agentTool({ name, description, third, execute, options }: AgentArguments): Tool {
    const run = (start: AgentStart) => this.#runAgent(start);
    if (isList(third)) return compositeAgentTool({ name, description, agents: third }, run);
    if (execute === undefined) throw new TypeError(`Agent ${JSON.stringify(name)} has no execute function.`);
    return agentTool(agent(name, description, third, execute, options), run);
  }

  async #runAgent({ promptFunction, options, signal }: AgentStart): Promise<AgentRun> {
    const { model = this.#model, system, responseSchema: _schema, ...config } = options;
    const { activity: _own, output: _form, ...inherited } = this.#config;
    const child = StatefulPrompt.create(model, { ...inherited, ...config, signal });
    await child.define((prompt) => {
      if (system !== undefined) prompt.defSystem("system", system);
      return promptFunction(prompt);
    });
    const { content, error } = await child.run().final;
    const steps = toJson(child.steps);
    const ended = { response: content, steps: steps.ok ? steps.value : [] };
    return error === undefined ? ended : { ...ended, error: error.message };
  }

  #stepPreparation(sentSystem: string): PrepareStep {
    const systemLength = systemMessage(sentSystem).length;
    return async ({ step, messages }): Promise<StepChange> => {
      const history = messages.slice(systemLength);
      this.log.reach(history.length);
      await this.#passIfDue();
      const changes = await this.#runEffects(step, history);
      const tools = this.#activeTools(changes);
      const system = this.#systemText(changes);
      const reminded = this.#takeReminded(changes, tools);
      this.disabled.take();
      this.#registerTools();
      const request = this.#requestOf({ history, changes, system, reminded });
      this.#request = request.messages;
      return request.isReplaced || system !== sentSystem ? { tools, messages: request.messages } : { tools };
    };
  }

  async #passIfDue(): Promise<void> {
    if (this.#promptFunction !== undefined && !this.#isFresh) {
      this.store.tracker.prepareReconciliation();
      this.effects.clearEffects();
      await this.#promptFunction(this);
      this.store.tracker.removeUnseenDefinitions(this.store);
    }
    this.#isFresh = false;
  }

  async #runEffects(stepNumber: number, messages: readonly Message[]): Promise<StepChanges> {
    const changes = new StepChanges();
    const context: EffectContext = {
      messages,
      stepNumber,
      tools: createCollection(this.store.tools.values()),
      systems: createCollection(this.store.systems.values()),
      variables: createCollection(this.store.variables.values()),
      lastTool: lastTool(this.#events),
    };
    await this.effects.process(context, changes.modify);
    for (const variable of changes.variables) this.store.variables.set(variable.name, variable);
    return changes;
  }

  #activeTools({ tools }: StepChanges): readonly Tool[] {
    const isActive = (name: string) => tools?.has(name) ?? !this.disabled.has(["defTool", "defAgent"], name);
    return this.getTools().filter(({ name }) => isActive(name));
  }

  #systemText({ systems }: StepChanges): string {
    const variables = [...this.store.variables.values()].filter(({ type, name }) => !this.disabled.has([type], name));
    return systemText([...this.#activeSystems(systems), ...variables]);
  }

  #activeSystems(systems: StepChanges["systems"]): readonly SystemEntry[] {
    const isIn = (name: string) => systems?.has(name) ?? !this.disabled.has(["defSystem"], name);
    return [...this.store.systems.values()].filter(({ name }) => isIn(name));
  }

  /** A model is not reminded of what it is not given. */
  #takeReminded({ systems }: StepChanges, tools: readonly Tool[]): readonly DefinitionRef[] {
    const parts = this.#activeSystems(systems);
    return this.reminders.take().filter(({ type, name }) => {
      if (type === "defTool" || type === "defAgent") return tools.some((tool) => tool.name === name);
      if (type === "defSystem") return parts.some((part) => part.name === name);
      return this.store.variables.has(name) && !this.disabled.has([type], name);
    });
  }

  #requestOf({ reminded, ...step }: RequestParts): Request {
    const reminder = reminded.length === 0 ? undefined : reminderNote(reminded, this.#config.reminderRole ?? "user");
    const messages = stepRequest({ ...step, log: this.log, reminder });
    const isReplaced = reminder !== undefined || step.changes.messages !== undefined || this.log.isChanged;
    return { messages, isReplaced };
  }

  /** Registered tools outlive their definition, so that a late call is told which tools there are now. */
  #registerTools(): void {
    for (const tool of this.store.tools.values()) {
      if (this.#registry.get(tool.name) !== tool) this.#registry.register(tool);
    }
  }

  #end(result: ToolLoopResult<O>, systemLength: number): ToolLoopResult<O> {
    this.#carried = this.log.merge(result.messages.slice(systemLength));
    this.log.end();
    this.#events.stop();
    this.reminders.take();
    this.disabled.take();
    this.isOver = true;
    this.#isRunning = false;
    return result;
  }
}

interface RequestParts extends Pick<StepRequestParts, "history" | "changes" | "system"> {
  readonly reminded: readonly DefinitionRef[];
}

interface AgentArguments {
  readonly name: string;
  readonly description: string;
  readonly third: Schema<unknown> | readonly SubAgent[];
  readonly execute: SubAgent["execute"] | undefined;
  readonly options: AgentOptions | undefined;
}
