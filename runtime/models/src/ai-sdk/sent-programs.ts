import type { LanguageModelV4ToolResultPart, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { AssistantMessage, LlmToolDefinition, Message, ToolMessage } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import { jsonResult } from "../programs/json-result.ts";
import { unfinishedPrograms } from "../programs/unfinished-programs.ts";
import type { ProgramHost } from "./program-host.ts";
import { type AnswerPart, type Container, ownState } from "./provider-state.ts";

interface Sending {
  /** Whose provider state may go back. */
  readonly model: string;
  readonly host: ProgramHost | undefined;
  readonly tools: readonly LlmToolDefinition[];
}

/** The programs of a provider in the history that a request sends. */
export class SentPrograms {
  /** In which the next answer may go on. Undefined where there is none, or it is gone. */
  readonly container: Container | undefined;
  readonly #host: ProgramHost | undefined;
  readonly #left: ReadonlySet<string>;
  readonly #outputs: ReadonlyMap<string, boolean>;
  /** What calls of programs go out with, by their ids. */
  readonly #callers = new Map<string, SharedV4ProviderOptions>();

  constructor(messages: readonly Message[], { model, host, tools }: Sending) {
    const last = messages.findLast((message) => stateOf(message, model)?.container !== undefined);
    const container = last && stateOf(last, model)?.container;
    const isGone = container !== undefined && Date.parse(container.expiresAt) <= Date.now();
    this.container = isGone ? undefined : container;
    this.#host = host;
    this.#outputs = host?.outputs(tools) ?? new Map();
    const programs = programsIn(messages);
    const newsOf = (message: AssistantMessage) => newsIn(ownState(message, model)?.parts ?? [], programs);
    this.#left = unfinishedPrograms(messages, { newsOf, maySpeak: host?.maySpeak === true, isGone });
    for (const message of messages) if (message.role === "assistant") this.#note(message, model);
  }

  /** A part as it goes back: a program that does not go on drops out, and its calls are calls of the model. */
  partOf(part: AnswerPart): AnswerPart | undefined {
    if (part.type === "hosted-call" || part.type === "hosted-result") return this.#left.has(part.id) ? undefined : part;
    const program = this.#host?.programOf(part.metadata);
    if (part.type !== "tool-call" || program === undefined || !this.#left.has(program)) return part;
    const { metadata: _caller, ...direct } = part;
    return direct;
  }

  /** What a call of a program, or of a tool whose outputs are JSON, is answered with; undefined for any other. */
  resultOf(message: ToolMessage, toolName: string): Partial<LanguageModelV4ToolResultPart> | undefined {
    const providerOptions = this.#callers.get(message.tool_call_id);
    const own = this.#outputs.get(toolName);
    const isByProgram = providerOptions !== undefined;
    const value = own === undefined ? undefined : jsonResult(message, { own, isByProgram });
    if (value === undefined) return providerOptions && { providerOptions };
    const isText = own === false && message.is_error !== true;
    const output = isText
      ? ({ type: "text", value: contentText(message.content) } as const)
      : ({ type: "json", value: JSON.parse(JSON.stringify(value)) } as const);
    return { output, ...(providerOptions && { providerOptions }) };
  }

  #note(message: AssistantMessage, model: string): void {
    const calls = [...(message.tool_calls ?? [])];
    for (const { type, metadata } of ownState(message, model)?.parts ?? []) {
      const call = type === "tool-call" ? calls.shift() : undefined;
      const program = this.#host?.programOf(metadata);
      if (call !== undefined && metadata !== undefined && program !== undefined && !this.#left.has(program))
        this.#callers.set(call.id, metadata);
    }
  }
}

function stateOf(message: Message, model: string) {
  return message.role === "assistant" ? ownState(message, model) : undefined;
}

/** The ids of the programs that calls of a history come from. */
export function programsIn(messages: readonly Message[]): ReadonlySet<string> {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
  return new Set(calls.flatMap(({ programId }) => programId ?? []));
}

/** Other calls of the provider's may wait for their results, too. */
function newsIn(parts: readonly AnswerPart[], programs: ReadonlySet<string>) {
  const idsOf = (type: AnswerPart["type"]) =>
    parts.flatMap((part) => (part.type === type && "id" in part && programs.has(part.id) ? [part.id] : []));
  const ended = idsOf("hosted-result");
  return { begun: idsOf("hosted-call").filter((id) => !ended.includes(id)), ended };
}
