import type { JsonObject } from "../../json/json.ts";
import type { DependencyOverrides } from "../../tool/dependency.ts";
import type { Tool } from "../../tool/tool.ts";

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
