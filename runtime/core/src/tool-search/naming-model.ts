import { isThenable } from "../async/abort.ts";
import { around } from "../model/around.ts";
import type { Message } from "../model/messages.ts";
import type { Completion, CompletionStreamParams, LlmCompletionResult, ModelPort } from "../model/model-port.ts";
import { namedCall, throughCallTool } from "./named-call.ts";
import { namedDeltas } from "./named-deltas.ts";

/**
 * A model that calls tools outside its list by `call_tool`: to the loop each is a call of its own tool, and to the
 * model, in every later request, the call that it made.
 */
export function namingModel(model: ModelPort): ModelPort {
  return around(model, (params, context): Completion => {
    const completion = model.completionStream(asTold(params), context);
    if (isThenable(completion)) return completion;
    return { stream: namedDeltas(completion.stream), final: completion.final.then(withNamedCalls) };
  });
}

function withNamedCalls(completion: LlmCompletionResult): LlmCompletionResult {
  const { toolCalls } = completion;
  return toolCalls === undefined ? completion : { ...completion, toolCalls: toolCalls.map(namedCall) };
}

function asTold({ messages, ...params }: CompletionStreamParams): CompletionStreamParams {
  const told = new Set((params.tools ?? []).map((tool) => tool.function.name));
  return { ...params, messages: messages.map((message) => messageAsTold(message, told)) };
}

function messageAsTold(message: Message, told: ReadonlySet<string>): Message {
  if (message.role !== "assistant" || message.tool_calls === undefined) return message;
  if (message.tool_calls.every((call) => told.has(call.function.name))) return message;
  const calls = message.tool_calls.map((call) => (told.has(call.function.name) ? call : throughCallTool(call)));
  return { ...message, tool_calls: calls };
}
