import {
  aBoolean,
  aCount,
  aFunction,
  anObject,
  aText,
  checkOptions,
  milliseconds,
  type OptionRules,
} from "@toolwright/core/internal";
import { REQUEST_NAMES } from "../options/request-names.ts";
import { MEDIA_TYPES } from "../parts/taken-types.ts";
import type { ModelOptions } from "./model-options.ts";

/** Throws a `TypeError` for an option that does not exist or cannot be. */
export function checkOptionsOfModel(options: ModelOptions): void {
  checkOptions<ModelOptions>(options, { of: "model", rules: RULES, otherNames });
}

const RULES: OptionRules<ModelOptions> = {
  apiKey: aText,
  baseUrl: aText,
  environment: anObject,
  responses: aBoolean,
  contextWindow: aCount(1),
  takes: MEDIA_TYPES,
  textCalls: aBoolean,
  promptCaching: aBoolean,
  fetch: aFunction,
  firstByteTimeoutMs: milliseconds,
  maxRetries: aCount(0),
};

const otherNames = {
  baseURL: "baseUrl",
  env: "environment",
  key: "apiKey",
  timeout: "firstByteTimeoutMs",
  ...REQUEST_NAMES,
};
