import type { JsonObject, LlmToolDefinition } from "@toolwright/core";
import { type Choice, chooseTool } from "./choose-tool.ts";
import { readTool } from "./known-tool.ts";
import { pathIn } from "./paths-in.ts";
import { refersBack } from "./references.ts";
import { type Outcome, report } from "./report.ts";
import { splitRequest } from "./split-request.ts";

/** A call that was already made for this request, and what came of it. */
export interface PriorResult {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly text: string;
  readonly failed: boolean;
}

/** A call to make, with arguments that fit the tool's schema. */
export interface PlannedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What to do next: one call, or the final answer. */
export type Step =
  | { readonly kind: "call"; readonly call: PlannedCall }
  | { readonly kind: "answer"; readonly text: string };

/** How many links of a request are run; the answer names the ones that were not. */
export const MAX_LINKS = 5;

const MAX_REQUEST = 4000;

/**
 * Decides the next step for a request: a pure function of the request, the tools and the results so far.
 * The links of a chain run in order; one that refers back to a link that failed is left out. Reads 4,000 characters.
 */
export function plan(request: string, definitions: readonly LlmToolDefinition[], prior: readonly PriorResult[]): Step {
  const tools = definitions.map(readTool);
  const links = splitRequest(request.slice(0, MAX_REQUEST), tools);
  const outcomes: Outcome[] = [];
  let used = 0;
  let path: string | undefined;
  for (const link of links.slice(0, MAX_LINKS)) {
    const choice: Choice | "left out" =
      hasFailed(outcomes) && refersBack(link) ? "left out" : chooseTool(link, tools, path);
    if (choice === "left out" || choice.kind !== "call") {
      outcomes.push(choice === "left out" ? { kind: "left_out", link } : { ...choice, link });
      continue;
    }
    const result = prior[used];
    if (result === undefined) return { kind: "call", call: { name: choice.name, arguments: choice.arguments } };
    used += 1;
    path = pathIn(result) ?? path;
    outcomes.push({ kind: "ran", result });
  }
  const over = links.slice(MAX_LINKS).map((link): Outcome => ({ kind: "too_many", link }));
  return { kind: "answer", text: report([...outcomes, ...over], tools) };
}

function hasFailed(outcomes: readonly Outcome[]): boolean {
  const last = outcomes.at(-1);
  return last !== undefined && (last.kind !== "ran" || last.result.failed);
}
