import type { ModelPort } from "@toolwright/core";
import { aBoolean, checkOptions, present } from "@toolwright/core/internal";

import { Answer } from "../openai-compatible/answer/answer.ts";
import { MODEL_SERVER_CHECK } from "../openai-compatible/check-model-options.ts";
import { httpCompletion, type WireFormat } from "../openai-compatible/http/http-completion.ts";
import type { ModelServerOptions } from "../openai-compatible/http/model-server-options.ts";
import { markedAt } from "../prompt-caching/cache-marks.ts";
import { stateOwner } from "./input-items.ts";
import { ResponseReader } from "./response-reader.ts";
import { toResponseRequest } from "./response-request.ts";

/**
 * Options of {@link createResponsesModel}. `structuredOutput` is `always` by default, and `name` begins with
 * `responses:`.
 */
export interface ResponsesModelOptions extends ModelServerOptions {
  /**
   * Whether the server keeps what it answers. Default false: it is asked for its reasoning in encrypted form, and every
   * request brings the whole conversation.
   */
  readonly store?: boolean;
}

/**
 * A model behind a server that speaks OpenAI's responses: what it answers, its reasoning too, goes back byte for byte.
 * Nothing is sent before a call. Throws a `TypeError` for an option that does not exist or cannot be.
 */
export function createResponsesModel(options: ResponsesModelOptions): ModelPort {
  checkResponsesOptions(options);
  const { model, store = false, structuredOutput = "always", contextWindow } = options;
  const format: WireFormat = {
    path: "/responses",
    toBody: (params) => toResponseRequest(params, { ...markedAt(options.baseUrl, options), store }),
    newAnswer: () => {
      const reader = new ResponseReader();
      return new Answer({ model, stateOf: stateOwner(model), read: (piece) => reader.read(piece) });
    },
  };
  return {
    name: options.name ?? `responses:${model}`,
    ...present({ contextWindow, structuredOutput: structuredOutput === "never" ? undefined : structuredOutput }),
    completionStream: (params) => httpCompletion(options, params, format),
  };
}

function checkResponsesOptions(options: ResponsesModelOptions): void {
  const rules = { ...MODEL_SERVER_CHECK.rules, store: aBoolean };
  checkOptions<ResponsesModelOptions>(options, { of: "createResponsesModel", ...MODEL_SERVER_CHECK, rules });
}
