import { type AgentToolOptions, agentTool, askAgent } from "../agents/agent-tool.ts";
import type { ActivityStream } from "../journal/activity-stream.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Allowlist, Schema, ToolReturn } from "../tool/tool.ts";
import { BaseTool, type BaseToolOptions } from "./base-tool.ts";
import { type FlatResult, fromFlat, toFlat } from "./flat-result.ts";

/**
 * `agentTool` as a class. `output` is what the agent said last; `end`, `turns`, `usage`, its first 200 `calls` and
 * `callCount` stand beside it.
 */
export class AgentTool extends BaseTool<{ prompt: string }> {
  readonly name: string;
  readonly description: string;
  readonly requiresConfirmation = false;
  override readonly input: Schema<{ prompt: string }>;
  override readonly effects;
  override readonly concurrent = true;
  override readonly allowlist: Allowlist = "all";
  override readonly timeoutMs;
  override readonly subTools;
  readonly #agent: AgentToolOptions;
  readonly #results = new WeakMap<FlatResult, ToolResult>();

  /** Throws a `TypeError` as `agentTool` does. */
  constructor(activityStream: ActivityStream, agent: AgentToolOptions, options: BaseToolOptions = {}) {
    super(activityStream, options);
    const inner = agentTool(agent);
    const { kind, ...others } = inner.effects;
    this.#agent = agent;
    this.name = inner.name;
    this.description = inner.description;
    this.input = inner.definition.parameters;
    this.effects = kind && { kind, ...others };
    this.timeoutMs = Number.MAX_SAFE_INTEGER;
    this.subTools = inner.spec.subTools;
  }

  override flatOf(result: ToolResult | FlatResult): FlatResult {
    return isToolResult(result) ? { ...Object(result.artifact), ...toFlat(result) } : result;
  }

  protected async executeImpl(args: { prompt: string }): Promise<FlatResult> {
    const result = await askAgent(this.#agent, args.prompt, this.callContext);
    const flat = this.flatOf(result);
    this.#results.set(flat, result);
    return flat;
  }

  protected override resultOf(flat: FlatResult): ToolReturn<unknown> {
    return this.#results.get(flat) ?? fromFlat(flat);
  }
}
