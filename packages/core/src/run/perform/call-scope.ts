import type { JsonObject } from "../../json/json.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { Scrubber } from "../../secrets/scrubber.ts";
import type { Conversation } from "../../tool/conversation.ts";
import type { Resolve } from "../../tool/dependency.ts";
import { lazy } from "../../tool/lazy.ts";
import type { Logger } from "../../tool/logger.ts";
import type { Tool } from "../../tool/tool.ts";
import type { ToolContext } from "../../tool/tool-context.ts";
import type { CallEnv } from "../call-env.ts";
import type { ArgumentsText, SettledCall } from "../tool-call.ts";
import type { BackgroundStart } from "./background.ts";
import type { ChunkEmitter } from "./chunk-emitter.ts";
import type { DependencyScope } from "./dependency-scope.ts";
import { SCRUBBER } from "./scrubber-of.ts";

const background = lazy(() => import("./background.ts"));
const dependencies = lazy(() => import("./dependency-scope.ts"));
const resolving = lazy(() => import("./create-resolver.ts"));
const subCall = lazy(() => import("./sub-call.ts"));

/** Everything that lives exactly as long as one call. */
export interface CallScope {
  readonly context: ToolContext;
  /** A person refused a call inside this one, so that its run has to stop. */
  readonly stop: SettledCall["stop"];
  /** Aborts `ctx.signal`: the run was stopped, or the deadline has passed. */
  abort(reason: unknown): void;
  /** No chunk, sub-call or background work is taken from here on; what is buffered goes out. */
  end(): void;
  /** Stops the calls inside this one that nobody waited for. Undefined when there are none. */
  endCalls(): Promise<unknown> | undefined;
  /** Disposes what the call resolved. Undefined when there is nothing to do. */
  dispose(): Promise<void> | undefined;
}

/** Makes the context of one call. Without `chunks` nothing is shown while it runs. */
export function createCallScope(tool: Tool, env: CallEnv, chunks?: ChunkEmitter): CallScope {
  return new Context(tool, env, chunks);
}

/** Signal, chunks and dependencies are made when first asked for: most calls need none of them. */
class Context implements ToolContext, CallScope {
  readonly toolCallId: string;
  readonly attempt: number;
  readonly runId: string;
  readonly conversation: Conversation;
  readonly deps: Readonly<Record<string, unknown>>;
  readonly logger: Logger;
  readonly #tool: Tool;
  readonly #env: CallEnv;
  #controller: AbortController | undefined;
  #stopped: { readonly reason: unknown } | undefined;
  #dependencies: DependencyScope | undefined;
  #resolve: Resolve | undefined;
  readonly #chunks: ChunkEmitter | undefined;
  #subCalls = 0;
  #background: Promise<unknown> | undefined;
  #openCalls: Set<Promise<ToolResult>> | undefined;
  #closed = false;
  #stop: SettledCall["stop"];

  constructor(tool: Tool, env: CallEnv, chunks: ChunkEmitter | undefined) {
    this.#chunks = chunks;
    this.#tool = tool;
    this.#env = env;
    this.toolCallId = env.toolCallId;
    this.attempt = env.attempt;
    this.runId = env.runId;
    this.conversation = env.conversation;
    this.deps = env.core.deps;
    this.logger = env.core.logger;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stopped !== undefined) this.#controller.abort(this.#stopped.reason);
    }
    return this.#controller.signal;
  }

  get context(): ToolContext {
    return this;
  }

  get idempotencyKey(): string {
    return `${this.runId}/${this.toolCallId}`;
  }

  get [SCRUBBER](): Scrubber {
    return this.#env.core.scrubber;
  }

  // Functions that may be taken out of the context: each is made when it is asked for.
  get now(): ToolContext["now"] {
    return () => this.#env.core.now();
  }

  get resolve(): Resolve {
    return async (key) => {
      this.#resolve ??= this.#env.resolve ?? (await this.#createResolver());
      return this.#resolve(key);
    };
  }

  get emitOutput(): ToolContext["emitOutput"] {
    return (chunk) => {
      if (!this.#closed) this.#chunks?.push(String(chunk));
    };
  }

  get call(): ToolContext["call"] {
    return (name, input) => this.#keepOpen(this.#callInside(name, input));
  }

  get background(): ToolContext["background"] {
    return (work, options) => this.#startBackground(work, options?.deliver);
  }

  #keepOpen(result: Promise<ToolResult>): Promise<ToolResult> {
    this.#openCalls ??= new Set();
    const open = this.#openCalls.add(result);
    void result.then(() => open.delete(result));
    return result;
  }

  #startBackground(work: BackgroundStart["work"], deliver: BackgroundStart["deliver"] = "both"): void {
    if (this.#closed) throw new Error("ctx.background was called after the call had ended.");
    const start = { tool: this.#tool, env: this.#env, work, deliver } as const;
    const ended = Promise.resolve(background()).then(({ startBackground }) => startBackground(start));
    this.#background = Promise.all([this.#background, ended]);
  }

  endCalls(): Promise<unknown> | undefined {
    if (this.#openCalls === undefined || this.#openCalls.size === 0) return undefined;
    this.abort(new DOMException("The call that made this one has ended.", "AbortError"));
    return Promise.all(this.#openCalls);
  }

  get stop(): SettledCall["stop"] {
    return this.#stop;
  }

  abort(reason: unknown): void {
    this.#stopped = { reason };
    this.#controller?.abort(reason);
  }

  end(): void {
    this.#closed = true;
    this.#chunks?.end();
  }

  /** What work in the background uses is kept until it has ended. */
  dispose(): Promise<void> | undefined {
    return this.#background === undefined ? this.#disposeNow() : this.#background.then(() => this.#disposeNow());
  }

  #disposeNow(): Promise<void> | undefined {
    if (this.#dependencies === undefined || this.#dependencies.isEmpty) return undefined;
    const { logger } = this.#env.core;
    return this.#dependencies.dispose((error) => {
      logger.error("A dependency could not be disposed of", { tool: this.#tool.name, error });
    });
  }

  /** Without a reason from the person, nothing else of this step may follow. */
  async #callInside(name: string, input: ArgumentsText | JsonObject): Promise<ToolResult> {
    const number = this.#subCalls;
    this.#subCalls += 1;
    const over = this.#closed ? "ended" : this.#stop === undefined ? undefined : "denied";
    const [signal, env] = [this.signal, this.#env];
    const { subTools } = this.#tool.spec;
    const { result, stop } = await (await subCall()).callInside({ name, input, number, over, subTools, signal, env });
    this.#stop ??= stop;
    return result;
  }

  async #createResolver(): Promise<Resolve> {
    const [{ DependencyScope }, { createResolver }] = await Promise.all([dependencies(), resolving()]);
    const { core, memory } = this.#env;
    this.#dependencies ??= new DependencyScope();
    memory?.shareDependencies(() => new DependencyScope());
    return createResolver({
      overrides: core.options.overrides,
      provided: core.options.policy?.provides,
      call: this.#dependencies,
      run: memory?.dependencies,
    });
  }
}
