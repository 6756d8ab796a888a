import {
  aBoolean,
  aCount,
  aFunction,
  anObject,
  aText,
  type CheckedOptions,
  checkOptions,
  milliseconds,
  type OptionRules,
  oneOf,
} from "@toolwright/core/internal";
import { aPause } from "../options/a-pause.ts";
import { REQUEST_NAMES } from "../options/request-names.ts";
import { MEDIA_TYPES } from "../parts/taken-types.ts";
import type { ModelServerOptions } from "./http/model-server-options.ts";

/** Throws a `TypeError` for an option that does not exist or cannot be: a misspelt limit would be none. */
export function checkModelOptions(options: ModelServerOptions, of = "createOpenAiCompatibleModel"): void {
  checkOptions<ModelServerOptions>(options, { of, ...MODEL_SERVER_CHECK });
}

const RULES: OptionRules<ModelServerOptions> = {
  baseUrl: aText,
  apiKey: aText,
  model: aText,
  name: aText,
  headers: anObject,
  fetch: aFunction,
  maxRetries: aCount(0),
  firstRetryMs: aPause,
  firstByteTimeoutMs: milliseconds,
  betweenBytesTimeoutMs: milliseconds,
  loadingTimeoutMs: aPause,
  firstByteMs: milliseconds,
  betweenBytesMs: milliseconds,
  maxAnswerTokens: aCount(1),
  maxAnswerBytes: aCount(1),
  contextWindow: aCount(1),
  takes: MEDIA_TYPES,
  textCalls: aBoolean,
  promptCaching: aBoolean,
  structuredOutput: oneOf("always", "without-tools", "never"),
};

/** How the options are checked that every server of models has. */
export const MODEL_SERVER_CHECK: Pick<CheckedOptions<ModelServerOptions>, "rules" | "otherNames" | "needed"> = {
  rules: RULES,
  // Three options have this word in their names, and the nearest is not the one that is meant.
  otherNames: { timeout: "firstByteTimeoutMs (milliseconds)", ...REQUEST_NAMES },
  needed: ["baseUrl", "model"],
};
