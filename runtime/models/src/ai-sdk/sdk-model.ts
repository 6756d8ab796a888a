import type { LanguageModelV4 } from "@ai-sdk/provider";
import { fromOlder, type OlderModel } from "./from-older.ts";

/** What is used of a language model of the AI SDK, in the words of its present version. */
export type SdkModel = Pick<LanguageModelV4, "provider" | "modelId" | "doStream"> & {
  /** Of the package that it comes from. */
  readonly version?: "v2" | "v3" | undefined;
};

/** A language model of AI SDK 5, 6 or 7 (v2, v3, v4) in the words of the last; undefined for what is none of them. */
export function sdkModel(model: unknown): SdkModel | undefined {
  if (isPresent(model)) return model;
  return isOlder(model) ? fromOlder(model) : undefined;
}

function isPresent(model: unknown): model is LanguageModelV4 {
  return versionOf(model) === "v4";
}

function isOlder(model: unknown): model is OlderModel {
  return ["v2", "v3"].includes(versionOf(model));
}

function versionOf(model: unknown): string {
  const { specificationVersion, doStream } = Object(model);
  return typeof doStream === "function" ? String(specificationVersion) : "";
}
