import type { ModelPort } from "./model-port.ts";

/** What every model of the AI SDK has, whatever its provider and its version of the interface. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/** Makes a model port of a model of the AI SDK. */
export type ModelAdapter = (model: AiSdkModel) => ModelPort;

let adapter: ModelAdapter | undefined;

/** Lets models of the AI SDK stand wherever a prompt takes a model. Importing `@toolwright/models` does this. */
export function registerModelAdapter(adapt: ModelAdapter): void {
  adapter = adapt;
}

/** The model itself, or a port made of it. Throws a `TypeError` for what is no model, or when no adapter is there. */
export function toModelPort(model: ModelPort | AiSdkModel): ModelPort {
  if (typeof model !== "object" || model === null) throw noModel();
  if ("completionStream" in model) return model;
  if (!("specificationVersion" in model)) throw noModel();
  if (adapter !== undefined) return adapter(model);
  throw new TypeError(
    `To use ${model.provider}/${model.modelId} here, import "@toolwright/models", which adapts models of the AI SDK.`,
  );
}

function noModel(): TypeError {
  return new TypeError("A model must have completionStream, or be one of the AI SDK.");
}
