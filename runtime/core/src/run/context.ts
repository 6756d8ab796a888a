import { DependencyValues, resolverOf } from "../dependencies/resolver.ts";
import { type ChunkEmitter, createChunkEmitter } from "../journal/output-chunks.ts";
import type { JsonObject } from "../json/json.ts";
import { giveInside } from "../result/passed-on.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { ResultOf } from "../tool/call-types.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { GivenResolve, Resolve } from "../tool/dependency.ts";
import { FORESEEN, type Foreseen } from "../tool/foreseen.ts";
import type { Logger } from "../tool/logger.ts";
import { PLACE } from "../tool/resting.ts";
import { IS_OFFERED, RUNS_UNASKED } from "../tool/runs-unasked.ts";
import { STEP } from "../tool/step-of.ts";
import type { ArgumentsText, Delivery, Given, Tool, ToolContext, TypedTool } from "../tool/tool.ts";
import { type BackgroundWork, startBackground } from "./background.ts";
import type { HaltReason } from "./call-states.ts";
import { type CallEnd, type CallOfProgram, PROGRAM_CALL, type ProgramCall } from "./program-call.ts";
import { findTool } from "./read.ts";
import { runsUnasked } from "./runs-unasked.ts";
import { type CallsInside, goesOnBehindCalls, type Scope } from "./scope.ts";
import { SCOPE } from "./scope-of.ts";
import { callInside } from "./sub-call.ts";

/**
 * What a tool gets of its call. Signal, chunks and dependencies are made when first asked for: most calls need none of
 * them.
 */
export class RunningContext implements ToolContext {
  readonly toolCallId: string;
  readonly attempt: number;
  readonly runId: string;
  readonly conversation: Conversation;
  readonly deps: ToolContext["deps"];
  readonly logger: Logger;
  readonly scrubber: Scrubber;
  readonly #tool: Tool;
  readonly #scope: Scope;
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #dependencies: DependencyValues | undefined;
  #resolve: GivenResolve | undefined;
  #chunks: ChunkEmitter | undefined;
  #subCalls = 0;
  #replayed: Promise<CallsInside | undefined> | undefined;
  #background: Promise<unknown> | undefined;
  #openCalls: Set<Promise<CallEnd>> | undefined;
  #closed = false;
  #stop: HaltReason | undefined;

  constructor(tool: Tool, scope: Scope) {
    this.#tool = tool;
    this.#scope = scope;
    this.toolCallId = scope.toolCallId;
    this.attempt = scope.attempt;
    this.runId = scope.runId;
    this.conversation = scope.conversation;
    this.deps = scope.deps;
    this.logger = scope.logger;
    this.scrubber = scope.scrubber;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  get idempotencyKey(): string {
    return `${this.runId}/${this.toolCallId}`;
  }

  get [PLACE](): Scope["place"] {
    return this.#scope.place;
  }

  get [STEP](): Scope["halt"] {
    return this.#scope.halt;
  }

  get [SCOPE](): Scope {
    return this.#scope;
  }

  get [IS_OFFERED](): (toolName: string) => boolean {
    return (toolName) => findTool(toolName, this.#scope) !== undefined;
  }

  get [FORESEEN](): Foreseen | undefined {
    return this.#scope.foreseen;
  }

  get [RUNS_UNASKED](): (toolName: string, args: JsonObject) => Promise<boolean> {
    return (toolName, args) => runsUnasked(toolName, args, this.#scope);
  }

  // Functions that may be taken out of the context: each is made when it is asked for.
  get now(): ToolContext["now"] {
    return this.#scope.now;
  }

  get resolve(): Resolve {
    return async (key) => {
      this.#resolve ??= this.#scope.resolve ?? this.#createResolver();
      return this.#resolve(key);
    };
  }

  get emitOutput(): ToolContext["emitOutput"] {
    return (chunk) => {
      if (this.#closed || !this.#tool.spec.streamsOutput) return;
      this.#chunks ??= createChunkEmitter(this.#scope);
      this.#chunks.push(String(chunk));
    };
  }

  get budget(): ToolContext["budget"] {
    return this.#scope.memory?.run?.budget?.ledger;
  }

  get addUsage(): ToolContext["addUsage"] {
    return (usage, { isCounted = false } = {}) => this.#scope.memory?.run?.addUsage(usage, this.toolCallId, isCounted);
  }

  get stopRun(): ToolContext["stopRun"] {
    return () => {
      if (this.#closed) return;
      this.#stop ??= "denied";
      this.#scope.halt.why ??= "denied";
    };
  }

  get ask(): ToolContext["ask"] {
    return (question) => this.#scope.approvals.inTurn(question);
  }

  get call(): ToolContext["call"] {
    const begin = async (tool: string | Tool, input: ArgumentsText | JsonObject) =>
      giveInside((await this.#keepOpen(this.#callInside(tool, input))).result);
    function call<I, O>(tool: TypedTool<I, O>, input: Given<I>): Promise<ResultOf<O>>;
    function call(name: string, input: ArgumentsText | JsonObject): Promise<ToolResult>;
    function call(tool: string | Tool, input: ArgumentsText | JsonObject): Promise<ToolResult> {
      return begin(tool, input);
    }
    return call;
  }

  get [PROGRAM_CALL](): ProgramCall {
    return (tool, input, program) => this.#keepOpen(this.#callInside(tool, input, program));
  }

  get background(): ToolContext["background"] {
    return (work, options) => this.#startBackground(work, options?.deliver);
  }

  /** A person refused a call inside this one, so that its run has to stop. */
  get stop(): HaltReason | undefined {
    return this.#stop;
  }

  /** Aborts `ctx.signal`: the run was stopped, or the deadline has passed. */
  abort(reason: unknown): void {
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }

  /** No chunk, sub-call or background work is taken from here on; what is buffered goes out. */
  end(): void {
    this.#closed = true;
    this.#chunks?.end();
  }

  /** The tool has started work that goes on after the call. */
  get goesOn(): boolean {
    return this.#background !== undefined;
  }

  /** Stops the calls inside this one that nobody waited for. Undefined when there are none. */
  endCalls(): Promise<unknown> | undefined {
    if (this.#openCalls === undefined || this.#openCalls.size === 0) return undefined;
    this.abort(new DOMException("The call that made this one has ended.", "AbortError"));
    return Promise.all(this.#openCalls);
  }

  /** Disposes what the call resolved; what work in the background uses is kept until that has ended. Never rejects. */
  dispose(): Promise<void> | undefined {
    return this.#background === undefined ? this.#disposeNow() : this.#background.then(() => this.#disposeNow());
  }

  #disposeNow(): Promise<void> | undefined {
    const { logger } = this.#scope;
    return this.#dependencies?.dispose((error) => {
      logger.error("A dependency could not be disposed of", { tool: this.#tool.name, error });
    });
  }

  #keepOpen(result: Promise<CallEnd>): Promise<CallEnd> {
    this.#openCalls ??= new Set();
    const open = this.#openCalls.add(result);
    void result.then(() => open.delete(result));
    return result;
  }

  #startBackground(work: BackgroundWork, deliver: Delivery = "both"): void {
    if (this.#closed) throw new Error("ctx.background was called after the call had ended.");
    const start = { tool: this.#tool, scope: this.#scope, work, deliver };
    this.#background = Promise.all([this.#background, startBackground(start)]);
  }

  /** Runs a call in this call's place of the step, under the id `<this id>/<number>`. Never rejects. */
  async #callInside(
    callee: string | Tool,
    input: ArgumentsText | JsonObject,
    program?: CallOfProgram,
  ): Promise<CallEnd> {
    const asked = { callee, input, number: this.#subCalls++, isTooLate: this.#closed, program };
    const tool = this.#tool;
    const scope = this.#scope;
    if (goesOnBehindCalls(tool, scope)) this.#replayed ??= scope.callsInside(scope);
    const caller = { tool, scope, signal: this.signal, replayed: this.#replayed };
    const ended = await callInside(asked, caller);
    // Without a reason from the person, nothing else of this step may follow.
    this.#stop ??= ended.stop;
    return ended;
  }

  #createResolver(): Resolve {
    this.#dependencies = new DependencyValues();
    return resolverOf(this.#scope, this.#dependencies);
  }
}
