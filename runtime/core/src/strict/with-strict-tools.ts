import type { Json } from "../json/json.ts";
import { present } from "../json/present.ts";
import { around } from "../model/around.ts";
import type { LlmToolCall } from "../model/messages.ts";
import type { LlmCompletionResult, LlmToolDefinition, ModelPort } from "../model/model-port.ts";
import { STRICT_RULES, type StrictProvider } from "./strict-provider.ts";
import { type StrictDefinition, toStrictDefinition } from "./to-strict-definition.ts";

/**
 * A model that is offered every tool in strict form that has one, as far as the provider's limits for one request
 * reach; the others go out as they are. What the rewriting asked for is undone in the calls.
 */
export function withStrictTools(model: ModelPort, provider: StrictProvider): ModelPort {
  const known = new WeakMap<LlmToolDefinition, StrictDefinition>();
  const strictOf = (tool: LlmToolDefinition) => {
    const strict = known.get(tool) ?? toStrictDefinition(tool, provider);
    known.set(tool, strict);
    return strict;
  };
  return around(model, ({ tools, ...params }, context) => {
    const offered = offer(tools ?? [], provider, strictOf);
    const sent = present({ tools: tools && offered.definitions });
    const { stream, final } = model.completionStream({ ...params, ...sent }, context);
    return { stream, final: final.then((completion) => restored(completion, offered.restores)) };
  });
}

type Restore = (args: Json) => Json;

interface Offer {
  readonly definitions: readonly LlmToolDefinition[];
  readonly restores: ReadonlyMap<string, Restore>;
}

function offer(
  tools: readonly LlmToolDefinition[],
  provider: StrictProvider,
  strictOf: (tool: LlmToolDefinition) => StrictDefinition,
): Offer {
  const left = { ...STRICT_RULES[provider].perRequest };
  const restores = new Map<string, Restore>();
  const definitions = tools.map((tool) => {
    const strict = strictOf(tool);
    if (!strict.ok) return tool;
    const { optionalKeys, unions } = strict.size;
    if (left.tools < 1 || left.optionalKeys < optionalKeys || left.unions < unions) return tool;
    left.tools -= 1;
    left.optionalKeys -= optionalKeys;
    left.unions -= unions;
    restores.set(tool.function.name, strict.restore);
    return strict.definition;
  });
  return { definitions, restores };
}

function restored(completion: LlmCompletionResult, restores: Offer["restores"]): LlmCompletionResult {
  if (completion.finishReason !== "tool_calls") return completion;
  const toolCalls = completion.toolCalls.map((call) => restoreCall(call, restores.get(call.function.name)));
  return { ...completion, toolCalls, message: { ...completion.message, tool_calls: toolCalls } };
}

function restoreCall(call: LlmToolCall, restore: Restore | undefined): LlmToolCall {
  if (restore === undefined) return call;
  try {
    const args: Json = JSON.parse(call.function.arguments);
    const own = restore(args);
    return own === args ? call : { ...call, function: { ...call.function, arguments: JSON.stringify(own) } };
  } catch {
    return call;
  }
}
