import type { EventData, JournalEvent, Usage } from "@toolwright/core";
import { durationText, type ProgramCall, readingText, usageSum } from "@toolwright/view/internal";
import { statusTexts } from "@toolwright/view/internal/words";
import { type AgentBranch, AgentTree } from "./agent-tree.ts";
import { FollowedPrograms } from "./followed-programs.ts";

/** What a run does at the moment. */
export interface Doing {
  /** The model call under way, from 1. */
  readonly step: number;
  readonly what: string;
  /** Milliseconds of `performance.now()` at the run's beginning. */
  readonly since: number;
}

/** What one line says of a conversation: what goes on, how full the model's memory is, what it has cost. */
export class RunStatus {
  #doing: Doing | undefined;
  #context = 0;
  /** Questions that wait, with the tools that they are about. */
  readonly #asked = new Map<string, string>();
  #window: number | undefined;
  readonly #agents = new AgentTree();
  readonly #programs = new FollowedPrograms();
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };

  /** Undefined while nothing runs. */
  get doing(): Doing | undefined {
    return this.#doing;
  }

  /** The sub-agents at work. */
  get agents(): readonly AgentBranch[] {
    return this.#agents.branches;
  }

  /** The last calls of the programs under way, at most so many of each. */
  lastCalls(most: number): readonly ProgramCall[] {
    return this.#programs.open.flatMap((program) => this.#programs.last(program, most));
  }

  /** Tokens of the newest request and its answer; 0 where nobody counts them. */
  get contextTokens(): number {
    return this.#context;
  }

  /** Tokens that the model can read, where it is known. */
  get contextWindow(): number | undefined {
    return this.#window;
  }

  /** Of all runs since the command began. */
  get usage(): Usage {
    return this.#usage;
  }

  /** Another conversation is open, whose last request and answer were as long. */
  turnTo(contextTokens = 0): void {
    this.#context = contextTokens;
  }

  readonly add = (event: JournalEvent): void => {
    const { type, data } = event;
    this.#agents.add(event);
    this.#programs.add(event);
    if (type === "run_start") this.#begin(data.contextWindow);
    else if (type === "step_start") this.#step(data.step);
    else if (type === "tool_call_start") {
      if (!this.#agents.isInside(event) && this.#asked.size === 0) this.#at(statusTexts.runningCall(data.toolName));
    } else if (type === "approval_request") this.#ask(data);
    else if (type === "approval_decision") this.#decide(data);
    else if (type === "assistant_message") this.#count(data.usage);
    else if (type === "compacted") this.#context = data.tokensAfter;
    else if (type === "async_result") this.use(data.usage);
    else if (type === "done") {
      this.#doing = undefined;
      this.use(data.usage);
    } else this.#follow(event);
  };

  /** What the model does. */
  #follow({ type, data }: JournalEvent): void {
    if (type === "model_reading") this.#at(readingText(data));
    else if (type === "model_retrying") this.#at(statusTexts.retryingIn(durationText(data.delayMs)));
    else if (type === "text_delta") this.#at(statusTexts.writing);
    else if (type === "reasoning_delta") this.#at(statusTexts.thinking);
    else if (type === "tool_call_delta") this.#at(statusTexts.writingCall);
  }

  #begin(contextWindow: number | undefined): void {
    this.#window = contextWindow;
    this.#asked.clear();
    this.#doing = { step: 0, what: statusTexts.starting, since: performance.now() };
  }

  /** A run that is taken up again tells of no beginning. */
  #step(step: number): void {
    this.#doing = { step, what: statusTexts.modelReads, since: this.#doing?.since ?? performance.now() };
  }

  #ask({ approvalId, toolName }: EventData["approval_request"]): void {
    this.#asked.set(approvalId, toolName);
    this.#at(statusTexts.waiting);
  }

  #decide({ approvalId, approve }: EventData["approval_decision"]): void {
    const toolName = this.#asked.get(approvalId);
    if (toolName === undefined) return;
    this.#asked.delete(approvalId);
    if (this.#asked.size === 0) this.#at(approve ? statusTexts.runningCall(toolName) : statusTexts.running);
  }

  #at(what: string): void {
    if (this.#doing !== undefined) this.#doing = { ...this.#doing, what };
  }

  #count(usage: Usage | undefined): void {
    if (usage !== undefined) this.#context = usage.inputTokens + usage.outputTokens;
  }

  /** Counts what was used, here or beside a run. */
  use(usage: Usage | undefined): void {
    if (usage !== undefined) this.#usage = usageSum(this.#usage, usage);
  }
}
