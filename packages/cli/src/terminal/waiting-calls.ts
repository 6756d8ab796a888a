import type { ApprovalRequest, JournalEvent, Tool } from "@toolwright/core";
import { objectIn } from "@toolwright/core/internal";
import type { CommandPermissions } from "../permissions/command-permissions.ts";

/** A call that will be asked about. */
export interface AskedCall extends Omit<ApprovalRequest, "approvalId" | "expiresAt"> {
  readonly tool: Tool;
}

/** What waits behind a question: later calls of the same step, which one answer can allow together with it. */
export class WaitingCalls {
  readonly #permissions: Pick<CommandPermissions, "policy">;
  readonly #tools: { get(name: string): Tool | undefined };
  /** What the model asked for last, by run. */
  readonly #steps = new Map<string, readonly Omit<AskedCall, "tool">[]>();

  constructor(permissions: Pick<CommandPermissions, "policy">, tools: { get(name: string): Tool | undefined }) {
    this.#permissions = permissions;
    this.#tools = tools;
  }

  readonly hear = ({ type, data, runId }: JournalEvent): void => {
    if (type === "done") this.#steps.delete(runId);
    if (type !== "assistant_message") return;
    const calls = data.message.tool_calls?.flatMap(({ id, function: { name, arguments: text } }) => {
      const args = objectIn(text);
      return args === undefined ? [] : [{ toolCallId: id, toolName: name, arguments: args }];
    });
    this.#steps.set(runId, calls ?? []);
  };

  /** Those that will be asked about once this one has its answer: calls begin one after the other. */
  async behind({ toolCallId }: ApprovalRequest): Promise<readonly AskedCall[]> {
    const steps = [...this.#steps.values()];
    const step = steps.find((calls) => calls.some((call) => call.toolCallId === toolCallId)) ?? [];
    const later = step.slice(step.findIndex((call) => call.toolCallId === toolCallId) + 1);
    const foreseen = await Promise.all(later.map((call) => this.#foresee(call)));
    return foreseen.flatMap((call) => call ?? []);
  }

  async #foresee(call: Omit<AskedCall, "tool">): Promise<AskedCall | undefined> {
    const tool = this.#tools.get(call.toolName);
    if (tool === undefined) return undefined;
    const { verdict, reason } = await this.#permissions.policy.decide(tool, call.arguments);
    return verdict === "ask" ? { ...call, tool, ...(reason !== undefined && { reason }) } : undefined;
  }
}
