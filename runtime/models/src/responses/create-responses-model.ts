import type { JsonObject, ModelPort } from "@toolwright/core";
import { aBoolean, anObject, checkOptions, type OptionRule, present } from "@toolwright/core/internal";

import { Answer } from "../openai-compatible/answer/answer.ts";
import { MODEL_SERVER_CHECK } from "../openai-compatible/check-model-options.ts";
import { httpCompletion, type WireFormat } from "../openai-compatible/http/http-completion.ts";
import type { ModelServerOptions } from "../openai-compatible/http/model-server-options.ts";
import { placeParts } from "../parts/place-parts.ts";
import { takenTypes } from "../parts/taken-types.ts";
import { isKnownToHostPrograms } from "../programs/hosts-programs.ts";
import { markedAt } from "../prompt-caching/cache-marks.ts";
import { stateOwner } from "./input-items.ts";
import { withPrograms } from "./program-items.ts";
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
  /**
   * Tools that the server defines, in its own words, as `{ type: "web_search" }`: those that it runs itself, and, where
   * a tool of the run has the name (of `shell` and `apply_patch` the type is the name), the form in which that tool is
   * offered, such as a custom tool with its grammar. They are in every request.
   */
  readonly providerTools?: readonly JsonObject[];
  /**
   * Whether the server runs programs that call the tools which are marked for them. By default what is known of the
   * model's name; false for a server that refuses `programmatic_tool_calling`.
   */
  readonly hostsPrograms?: boolean;
}

/**
 * A model behind a server that speaks OpenAI's responses: what it answers, its reasoning too, goes back byte for byte.
 * Nothing is sent before a call. Throws a `TypeError` for an option that does not exist or cannot be.
 */
export function createResponsesModel(options: ResponsesModelOptions): ModelPort {
  checkResponsesOptions(options);
  const { model, store = false, structuredOutput = "always", contextWindow, providerTools = [] } = options;
  const hostsPrograms = options.hostsPrograms ?? isKnownToHostPrograms(model);
  const takes = takenTypes(model, ["image/*", "application/pdf"], options.takes);
  const places = { takes, inResults: () => true };
  const format: WireFormat = {
    path: "/responses",
    toBody: (params) =>
      toResponseRequest(placeParts(params, places), {
        ...markedAt(options.baseUrl, options),
        store,
        providerTools,
        hostsPrograms,
      }),
    newAnswer: ({ tools = [] }) => {
      const reader = new ResponseReader(new Set(tools.map((tool) => tool.function.name)));
      return new Answer({ model, stateOf: stateOwner(model), read: (piece) => reader.read(piece) });
    },
  };
  return {
    name: options.name ?? `responses:${model}`,
    takes,
    ...present({ contextWindow, structuredOutput: structuredOutput === "never" ? undefined : structuredOutput }),
    ...(hostsPrograms && { hostsPrograms }),
    completionStream(params) {
      const { stream, final } = httpCompletion(options, params, format);
      return { stream, final: final.then(withPrograms) };
    },
  };
}

const someObjects: OptionRule = {
  form: 'an array of tools in the words of the server, such as [{ type: "web_search" }]',
  fits: (value) => Array.isArray(value) && value.every((tool) => anObject.fits(tool)),
};

function checkResponsesOptions(options: ResponsesModelOptions): void {
  const rules = { ...MODEL_SERVER_CHECK.rules, store: aBoolean, providerTools: someObjects, hostsPrograms: aBoolean };
  checkOptions<ResponsesModelOptions>(options, { of: "createResponsesModel", ...MODEL_SERVER_CHECK, rules });
}
