import type { ModelPort } from "./model-port.ts";
import { noModel } from "./no-model.ts";

/** What every model of the AI SDK has, whatever its provider and its version of the interface. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/** Makes a model port of a model of the AI SDK, as `createAiSdkModel` of `@toolwright/models` does. */
export type ModelAdapter = (model: AiSdkModel) => ModelPort;

/**
 * The model itself, or a port that `adapt` makes of it. Throws a `TypeError` for what is no model, or where nothing
 * adapts it.
 */
export function toModelPort(model: ModelPort | AiSdkModel, adapt: ModelAdapter | undefined): ModelPort {
  if (typeof model === "object" && model !== null) {
    if ("completionStream" in model) return model;
    if (adapt !== undefined && "specificationVersion" in model) return adapt(model);
  }
  throw new TypeError(noModel(model));
}
