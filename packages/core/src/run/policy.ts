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
}

/** May this call run? A policy that throws or rejects denies. */
export interface Policy {
  /** Left out, or true: the model is told of the tool. */
  offers?(tool: Tool): boolean;
  decide(tool: Tool, args: JsonObject): Verdict | Promise<Verdict>;
  /** What tools resolve unless the runner is given it as an override: so a policy also rules what a tool comes across. */
  readonly provides?: DependencyOverrides;
}

/** Whether a model may be told of a tool. A policy that fails offers nothing. */
export function offers(tool: Tool, { options, logger }: Judged): boolean {
  try {
    return options.policy?.offers?.(tool) ?? true;
  } catch (error) {
    logger.error("The policy failed", { tool: tool.name, error });
    return false;
  }
}

interface Judged {
  readonly options: { readonly policy?: Policy | undefined };
  readonly logger: Logger;
}

/** Reads may run; a tool that writes, reaches outside, or does not say what it does asks first. */
export const askForWrites: Policy = {
  decide({ name, effects }) {
    if (effects.kind === "read") return { verdict: "allow" };
    return { verdict: "ask", reason: `${name} ${WHY[effects.kind ?? "undeclared"]}.` };
  },
};

const WHY = {
  write: "may change files or other state here",
  external: "may change things outside this folder",
  undeclared: "does not declare what it may change",
} as const;
