import type { Json, JsonObject } from "@toolwright/core";
import type { LlmToolDefinition } from "@toolwright/core/types";
import { chooseTool, type PlannedCall } from "./choose-tool.ts";
import { type KnownTool, readTool } from "./known-tool.ts";
import { refersBack } from "./references.ts";
import { type Outcome, report } from "./report.ts";
import { splitRequest } from "./split-request.ts";
import { looksLikePath } from "./value-forms.ts";

/** A call that was already made for this request, and what came of it. */
export interface PriorResult {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly text: string;
  readonly failed: boolean;
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
  const progress: Progress = { tools, prior, outcomes: [], used: 0, path: undefined };
  for (const link of links.slice(0, MAX_LINKS)) {
    const call = follow(link, progress);
    if (call !== undefined) return { kind: "call", call };
  }
  const over = links.slice(MAX_LINKS).map((link): Outcome => ({ kind: "too_many", link }));
  return { kind: "answer", text: report([...progress.outcomes, ...over], tools) };
}

interface Progress {
  readonly tools: readonly KnownTool[];
  readonly prior: readonly PriorResult[];
  readonly outcomes: Outcome[];
  /** How many of the prior results belong to links already followed. */
  used: number;
  /** What "it" stands for. */
  path: string | undefined;
}

/** Goes over one link: the first of its calls that has no result yet, or nothing when the link is settled. */
function follow(link: string, progress: Progress): PlannedCall | undefined {
  const { outcomes, tools, prior } = progress;
  if (hasFailed(outcomes) && refersBack(link)) {
    outcomes.push({ kind: "left_out", link });
    return undefined;
  }
  const choice = chooseTool(link, tools, progress.path);
  if (choice.kind !== "call") outcomes.push({ ...choice, link });
  for (const call of choice.kind === "call" ? choice.calls : []) {
    const result = prior[progress.used];
    if (result === undefined) return call;
    progress.used += 1;
    progress.path = pathIn(result) ?? progress.path;
    outcomes.push({ kind: "ran", result });
  }
  return undefined;
}

function hasFailed(outcomes: readonly Outcome[]): boolean {
  const last = outcomes.at(-1);
  return last !== undefined && (last.kind !== "ran" || last.result.failed);
}

/** The path that "it" means after a call: the one line of its result that is a path, else the path it was given. */
function pathIn({ arguments: given, text, failed }: PriorResult): string | undefined {
  const lines = text.slice(0, 1000).trim().split("\n");
  const only = lines.length === 1 ? lines[0]?.trim() : undefined;
  if (!failed && only !== undefined && !only.includes(" ") && looksLikePath(only)) return only;
  return stringsIn(given).find((each) => looksLikePath(each) && !each.includes("*") && !each.includes("://"));
}

function stringsIn(json: Json): string[] {
  if (typeof json === "string") return [json];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap(stringsIn) : [];
}
