import type { LlmToolChoice, ModelPort, Tool } from "@toolwright/core";
import { around } from "@toolwright/core/internal";

/** Which tools a choice is about. */
export interface ChoiceOptions {
  readonly clientTools: readonly Tool[];
  readonly serverTools: readonly Pick<Tool, "name">[];
}

/** What is wrong with a choice of a tool; undefined for one that can be made. */
export function wrongToolChoice(
  choice: LlmToolChoice | undefined,
  { clientTools, serverTools }: ChoiceOptions,
): string | undefined {
  if (choice === undefined || typeof choice === "string") return undefined;
  const { name } = choice.function;
  const isThere = [...clientTools, ...serverTools].some((tool) => tool.name === name);
  return isThere
    ? undefined
    : `"tool_choice" names the tool ${JSON.stringify(name.slice(0, 100))}, which is not there.`;
}

/**
 * The model, which must or may not call tools as a client wants it. A call that is handed out to the client ends the
 * run, so such a choice holds until it comes; one that this server's tools can meet is about the first step, for no run
 * would end otherwise.
 */
export function choosing(model: ModelPort, choice: LlmToolChoice, clientTools: readonly Tool[]): ModelPort {
  const isOfClient = typeof choice !== "string" && clientTools.some(({ name }) => name === choice.function.name);
  const isForAll =
    choice === "auto" || choice === "none" || isOfClient || (choice === "required" && clientTools.length > 0);
  let isFirst = true;
  return around(model, (params, context) => {
    const wanted = isForAll || isFirst ? { toolChoice: choice } : {};
    isFirst = false;
    return model.completionStream({ ...params, ...wanted }, context);
  });
}
