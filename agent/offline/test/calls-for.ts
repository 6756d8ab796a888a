import type { JsonObject, LlmToolDefinition } from "@toolwright/core";
import { type PriorResult, plan } from "../src/plan.ts";

/** Every call the planner makes for a request when each call succeeds with `ok`. */
export function callsFor(request: string, definitions: readonly LlmToolDefinition[]): [string, JsonObject][] {
  const prior: PriorResult[] = [];
  for (;;) {
    const step = plan(request, definitions, prior);
    if (step.kind === "answer") return prior.map((result) => [result.name, result.arguments]);
    prior.push({ ...step.call, text: "ok", failed: false });
  }
}
