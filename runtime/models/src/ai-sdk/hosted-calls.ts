import type {
  LanguageModelV4ToolApprovalRequest,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResult,
} from "@ai-sdk/provider";
import type { Json, LlmWarning, ProviderCall } from "@toolwright/core";
import { isJsonObject, objectIn } from "@toolwright/core/internal";
import { type AnswerPart, metadataOf } from "./provider-state.ts";

/** The calls of one answer that the provider runs itself. */
export class HostedCalls {
  readonly #calls = new Map<string, ProviderCall>();
  readonly #earlier: ReadonlySet<string>;

  /** `earlier`: programs that an earlier answer began. */
  constructor(earlier: ReadonlySet<string>) {
    this.#earlier = earlier;
  }

  /** What is kept of a call; undefined for one that came before. */
  call({ toolCallId: id, toolName: name, input, ...part }: LanguageModelV4ToolCall): AnswerPart | undefined {
    if (this.#calls.has(id)) return undefined;
    const args = objectIn(input);
    this.#calls.set(id, { id, name, arguments: args ?? (input === "" ? {} : { input }) });
    return { type: "hosted-call", id, name, input: args ?? jsonIn(input), ...metadataOf(part) };
  }

  /**
   * What is kept of a result; undefined for one that another follows. A call of an earlier answer may end in this one.
   */
  result({ toolCallId: id, toolName: name, ...part }: LanguageModelV4ToolResult): AnswerPart | undefined {
    if (part.preliminary === true) return undefined;
    const result: Json = JSON.parse(JSON.stringify(part.result ?? ""));
    const isError = part.isError === true;
    const ended = this.#earlier.has(id) && ({ program: "ended" } as const);
    const known = this.#calls.get(id) ?? { id, name, arguments: {}, ...ended };
    this.#calls.set(id, { ...known, result, isError });
    return { type: "hosted-result", id, name, result, ...(isError && { isError }), ...metadataOf(part) };
  }

  /** What is said of a call that the provider would only run after a yes, which nobody here can give. */
  waiting({ toolCallId }: LanguageModelV4ToolApprovalRequest): LlmWarning {
    const name = this.#calls.get(toolCallId)?.name ?? "a tool";
    const message = `The provider did not run ${name}: it waits for a yes that cannot be given here. Tell it to ask for none, or leave the tool out.`;
    return { code: "provider_approval", message };
  }

  /** Undefined where there are none. `programs`: those that wait for calls of this answer. */
  calls(programs: ReadonlySet<string | undefined>): readonly ProviderCall[] | undefined {
    if (this.#calls.size === 0) return undefined;
    return [...this.#calls.values()].map((call) => {
      return call.result === undefined && programs.has(call.id) ? { ...call, program: "begun" } : call;
    });
  }
}

function jsonIn(input: string): Json {
  try {
    const value: Json = JSON.parse(input);
    return isJsonObject(value) ? value : { input };
  } catch {
    return input === "" ? {} : { input };
  }
}
