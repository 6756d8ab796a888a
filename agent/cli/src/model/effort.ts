import type { ToolLoopConfig } from "@toolwright/core";
import { UsageError } from "../usage-error.ts";
import type { ChosenModel } from "./choose-model.ts";

/** What a model takes of which nothing is known. One that does not refuses the request, and says so. */
export const LIKELY_EFFORTS: readonly string[] = ["low", "medium", "high"];

/** What a run is given so that its model thinks so hard. Throws a `UsageError` for what the model does not take. */
export function effortConfig(
  { spec, efforts }: Pick<ChosenModel, "spec" | "efforts">,
  effort: string | undefined,
): Pick<ToolLoopConfig, "llmOptions"> {
  if (effort === undefined) return {};
  if (efforts.includes(effort)) return { llmOptions: { reasoning_effort: effort } };
  const offered = efforts.length === 0 ? "it has no effort to choose" : `it takes ${efforts.join(", ")}`;
  throw new UsageError(`${spec} takes no effort ${JSON.stringify(effort)}: ${offered}.`);
}
