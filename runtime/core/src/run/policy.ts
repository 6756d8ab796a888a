// Who says whether a call may run: a policy, and who answers where it asks.

import { untilAborted } from "../async/abort.ts";
import type { ApprovalDecision, ApprovalRequest, Reach } from "../journal/event.ts";
import type { JsonObject } from "../json/json.ts";
import type { DependencyOverrides } from "../tool/dependency.ts";
import type { Logger } from "../tool/logger.ts";
import type { Tool } from "../tool/tool.ts";

/** What a policy says of one call. */
export interface Verdict {
  readonly verdict: "allow" | "ask" | "deny";
  /** One sentence for the person asked, or for the model that was refused. */
  readonly reason?: string;
  /** The rule that decided, as it is written. */
  readonly rule?: string;
  /** What a denial is called in the result. Default: `policy_denied`. */
  readonly code?: "policy_denied" | "security_violation";
  /** How far the call gets, where that is known. A person who is asked is told. */
  readonly reach?: Reach;
  /** A reviewer answered first. Becomes an event. */
  readonly review?: { readonly verdict: "allow" | "ask"; readonly reason: string };
}

/** Who makes a call: the model, or a program of the model's, the call `programId`. `line`: in its source, from 1. */
export type CallAbout =
  | { readonly caller: "model" }
  | { readonly caller: "program"; readonly programId: string; readonly line?: number };

/** May this call run? A policy that throws or rejects denies. */
export interface Policy {
  /** Left out, or true: the model is told of the tool. */
  offers?(tool: Tool): boolean;
  decide(tool: Tool, args: JsonObject, about?: CallAbout): Verdict | Promise<Verdict>;
  /**
   * What tools resolve unless the runner is given it as an override: so a policy also rules what a tool comes across.
   */
  readonly provides?: DependencyOverrides;
}

/** Whether a model may be told of a tool. A policy that fails offers nothing. */
export function offers(tool: Tool, { options, logger }: UnderPolicy): boolean {
  try {
    return options.policy?.offers?.(tool) ?? true;
  } catch (error) {
    logger.error("The policy failed", { tool: tool.name, error });
    return false;
  }
}

interface UnderPolicy {
  readonly options: { readonly policy?: Policy | undefined };
  readonly logger: Logger;
}

/**
 * Reads may run, and tools that do nothing but call others; a tool that writes, reaches outside, or does not say what
 * it does asks first.
 */
export const askForWrites: Policy = {
  decide({ name, effects }) {
    if (effects.kind === "read" || effects.onlyCalls) return { verdict: "allow" };
    return { verdict: "ask", reason: `${name} ${WHY[effects.kind ?? "undeclared"]}.` };
  },
};

const WHY = {
  write: "may change files or other state here",
  external: "may change things outside this folder",
  undeclared: "does not declare what it may change",
} as const;

/** Answers the asks of a policy: a person, usually. Without one every ask is denied. */
export interface Approver {
  /**
   * Called for all calls of a step that ask, one right after the other: what shows one question at a time keeps the
   * others waiting. `signal` is aborted when the answer is no longer wanted. A rejection counts as a refusal.
   */
  approve(request: ApprovalRequest, tool: Tool, signal: AbortSignal): Promise<ApprovalDecision>;
  /**
   * Takes a question back that an answer to another one has answered, or whose time is over, and gives the answer that
   * it has of its own by then, given in time: that one counts. Left out: answers come by `approve` alone.
   */
  takeBack?(approvalId: string): Promise<ApprovalDecision | undefined>;
}

/** The questions of one conversation: those outside its steps are asked one at a time; each answer is good for one. */
export class ApprovalQueue {
  readonly #used = new Set<string>();
  #tail: Promise<unknown> = Promise.resolve();

  /**
   * Runs `ask` when every earlier question has been answered, or `signal` is aborted: it then has to say that nobody is
   * asked.
   */
  inTurn<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#tail;
    const turn = Promise.resolve(untilAborted(before, signal)).then(ask);
    this.#tail = Promise.allSettled([before, turn]);
    return turn;
  }

  isUsed(approvalId: string): boolean {
    return this.#used.has(approvalId);
  }

  use(approvalId: string): void {
    this.#used.add(approvalId);
  }
}
