import { isFields } from "@toolwright/core/internal";
import { held } from "../shared/held-text.ts";
import { withMethods } from "../shared/with-methods.ts";

/** A model of the OpenAI Agents SDK. */
export interface OpenAiAgentsModel {
  getResponse(...given: never[]): Promise<object>;
  getStreamedResponse(...given: never[]): AsyncIterable<object>;
}

/**
 * The model of an agent, whose calls of these tools reach the runner's reader also where their arguments are no JSON
 * object: it mends them, or refuses them in words that a model can use. Without it the SDK refuses them in its own.
 * Other calls stay as they are.
 */
export function rawArguments<M extends OpenAiAgentsModel>(model: M, tools: readonly { readonly name: string }[]): M {
  const names = new Set(tools.map(({ name }) => name));
  return withMethods(model, {
    getResponse: async (...given: never[]) => mended(await model.getResponse(...given), names),
    async *getStreamedResponse(...given: never[]) {
      for await (const event of model.getStreamedResponse(...given)) yield mendedEvent(event, names);
    },
  });
}

type Names = ReadonlySet<unknown>;

function mendedEvent(event: object, names: Names): object {
  if (!isFields(event) || event.type !== "response_done" || !isFields(event.response)) return event;
  return { ...event, response: mended(event.response, names) };
}

function mended(response: object, names: Names): object {
  const output: unknown = Reflect.get(response, "output");
  if (!Array.isArray(output)) return response;
  return { ...response, output: output.map((item) => mendedItem(item, names)) };
}

function mendedItem(item: unknown, names: Names): unknown {
  if (!isFields(item) || item.type !== "function_call" || !names.has(item.name)) return item;
  return typeof item.arguments === "string" ? { ...item, arguments: held(item.arguments) } : item;
}
