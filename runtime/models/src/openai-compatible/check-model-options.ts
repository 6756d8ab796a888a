import {
  aBoolean,
  aFunction,
  anObject,
  aText,
  type CheckedOptions,
  checkOptions,
  type OptionRule,
  type OptionRules,
  oneOf,
} from "@toolwright/core/internal";
import { REQUEST_NAMES } from "../options/request-names.ts";
import type { ResponsesModelOptions } from "../responses/create-responses-model.ts";
import type { ModelServerOptions } from "./http/model-server-options.ts";

/** `Infinity` is a time without end. */
export const aNumber: OptionRule = { form: "a number", fits: (value) => typeof value === "number" };

/** Throws a `TypeError` for an option that does not exist or cannot be: a misspelt limit would be none. */
export function checkModelOptions(options: ModelServerOptions, of = "createOpenAiCompatibleModel"): void {
  checkOptions<ModelServerOptions>(options, { of, rules: SERVER_RULES, ...NAMES });
}

/** The same of a server of responses. */
export function checkResponsesOptions(options: ResponsesModelOptions): void {
  const rules = { ...SERVER_RULES, store: aBoolean };
  checkOptions<ResponsesModelOptions>(options, { of: "createResponsesModel", rules, ...NAMES });
}

const SERVER_RULES: OptionRules<ModelServerOptions> = {
  baseUrl: aText,
  apiKey: aText,
  model: aText,
  name: aText,
  headers: anObject,
  fetch: aFunction,
  maxRetries: aNumber,
  firstRetryMs: aNumber,
  firstByteTimeoutMs: aNumber,
  betweenBytesTimeoutMs: aNumber,
  loadingTimeoutMs: aNumber,
  firstByteMs: aNumber,
  betweenBytesMs: aNumber,
  maxAnswerTokens: aNumber,
  maxAnswerBytes: aNumber,
  contextWindow: aNumber,
  textCalls: aBoolean,
  promptCaching: aBoolean,
  structuredOutput: oneOf("always", "without-tools", "never"),
};

const NAMES: Pick<CheckedOptions<ModelServerOptions>, "otherNames" | "needed"> = {
  otherNames: {
    baseURL: "baseUrl",
    url: "baseUrl",
    endpoint: "baseUrl",
    host: "baseUrl",
    key: "apiKey",
    token: "apiKey",
    modelId: "model",
    timeout: "firstByteTimeoutMs (milliseconds)",
    timeoutMs: "firstByteTimeoutMs",
    retries: "maxRetries",
    ...REQUEST_NAMES,
  },
  needed: ["baseUrl", "model"],
};
