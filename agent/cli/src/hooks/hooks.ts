import { createScrubber, type JsonObject, type Middleware, type PrepareStep, type Tool } from "@toolwright/core";
import { cutToBytes } from "@toolwright/core/internal";
import type { FolderAgent } from "@toolwright/workspace";
import { notice } from "../text/notice.ts";
import { type Hook, type HooksFile, isFor } from "./hooks-file.ts";
import { runHook } from "./run-hook.ts";

/** Of an output that hooks are told. */
const MAX_OUTPUT = 64 * 1024;

type Held = Pick<FolderAgent, "workspace" | "sandbox" | "secrets">;

/** A call as its result came out. */
type CalledTool = Parameters<Middleware>[0];

/** The command lines that run before and after calls, at the end of a run, and for the line of the status. */
export class Hooks {
  readonly #files: readonly HooksFile[];
  readonly #held: Held;
  readonly #underWay = new Set<Promise<void>>();
  #ends: Promise<void> = Promise.resolve();

  constructor(files: readonly HooksFile[], held: Held) {
    this.#files = files;
    this.#held = held;
  }

  get isEmpty(): boolean {
    return this.#files.every(
      ({ beforeCall, afterCall, runEnd, statusLine }) =>
        beforeCall.length + afterCall.length + runEnd.length === 0 && statusLine === undefined,
    );
  }

  /** Why a call may not be made, in one sentence, by the first hook that does not end well; undefined where it may. */
  async refusal(tool: Tool, args: JsonObject): Promise<string | undefined> {
    const event = this.#event("before_call", { tool: tool.name, arguments: args });
    for (const hook of this.#of("beforeCall", tool.name)) {
      const { isFine, said, ended } = await runHook(hook, event, this.#held);
      if (isFine) continue;
      const why = said === "" ? ` without a reason: ${ended}.` : `: ${said.replace(/(?<![.!?])$/, ".")}`;
      return `A hook refused the call${why}`;
    }
    return undefined;
  }

  /** Has the hooks run that follow a call; the next step waits for them, and the call does not. */
  readonly afterCall: Middleware = async (call, next) => {
    const result = await next();
    const work = this.#tellOfCall(call, result).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
    return result;
  };

  /** The step as another one prepares it, once the hooks of the calls before it have ended. */
  before(prepare: PrepareStep | undefined): PrepareStep {
    return async (step) => {
      await this.#rest();
      return prepare?.(step);
    };
  }

  /** Has the hooks run that follow a run, one run after the other. Never rejects. */
  runEnded(about: { readonly stopReason: string; readonly threadId?: string | undefined }): Promise<void> {
    this.#ends = this.#ends.then(async () => {
      await this.#rest();
      const event = this.#event("run_end", about);
      for (const hook of this.#files.flatMap(({ runEnd }) => runEnd)) await this.#run(hook, event, "the end of a run");
    });
    return this.#ends;
  }

  /** Waits for those under way, each of which has its time. */
  async settled(): Promise<void> {
    await this.#rest();
    await this.#ends;
  }

  /** What the line of the status says besides: the first line that its program prints. Yours before the folder's. */
  async status(about: object): Promise<string | undefined> {
    const hook = this.#files.flatMap(({ statusLine }) => statusLine ?? [])[0];
    if (hook === undefined) return undefined;
    const { isFine, said, ended } = await runHook(hook, this.#event("status_line", about), this.#held);
    return isFine ? said : `status line: ${ended}`;
  }

  async #tellOfCall(call: CalledTool, result: Awaited<ReturnType<Parameters<Middleware>[1]>>): Promise<void> {
    const { tool, toolCallId, arguments: args } = call;
    const hooks = this.#of("afterCall", tool.name);
    if (hooks.length === 0) return;
    const { output, isError, error } = result;
    const event = this.#event("after_call", {
      tool: tool.name,
      toolCallId,
      arguments: args,
      success: !isError,
      ...(error && { error: error.code }),
      output: cutToBytes(this.#masked(typeof output === "string" ? output : JSON.stringify(output)), MAX_OUTPUT),
    });
    for (const hook of hooks) await this.#run(hook, event, `a call of ${tool.name}`);
  }

  /** One that comes after something cannot take it back: a person is told where it fails. */
  async #run(hook: Hook, event: object, after: string): Promise<void> {
    const { isFine, said, ended } = await runHook(hook, event, this.#held);
    if (!isFine) notice(`a hook after ${after} failed: ${said === "" ? ended : `${said} (${ended})`}`);
  }

  #event(event: string, about: object): object {
    return { event, folder: this.#held.workspace.root, ...about };
  }

  #of(moment: "beforeCall" | "afterCall", toolName: string): readonly Hook[] {
    return this.#files.flatMap((file) => file[moment]).filter((hook) => isFor(hook, toolName));
  }

  #masked(text: string): string {
    return createScrubber(this.#held.secrets).text(text);
  }

  async #rest(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
