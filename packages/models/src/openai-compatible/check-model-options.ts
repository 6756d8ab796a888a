import { aBoolean, aFunction, anObject, aText, checkOptions, type OptionRule, oneOf } from "@toolwright/core/internal";
import { REQUEST_NAMES } from "../options/request-names.ts";
import type { ModelServerOptions } from "./http/model-server-options.ts";

/** `Infinity` is a time without end. */
export const aNumber: OptionRule = { form: "a number", fits: (value) => typeof value === "number" };

/** Throws a `TypeError` for an option that does not exist or cannot be: a misspelt limit would be none. */
export function checkModelOptions(
  options: ModelServerOptions,
  of = "createOpenAiCompatibleModel",
  own: Readonly<Record<string, OptionRule>> = {},
): void {
  checkOptions<ModelServerOptions>(options, {
    of,
    rules: {
      ...own,
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
      structuredOutput: oneOf("always", "without-tools", "never"),
    },
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
  });
}
