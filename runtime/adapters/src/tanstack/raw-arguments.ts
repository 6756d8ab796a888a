import { isFields } from "@toolwright/core/internal";
import { held } from "../shared/held-text.ts";
import { withMethods } from "../shared/with-methods.ts";
import { notedBefore } from "./noted-before.ts";
import type { TanstackTool } from "./to-tanstack-tools.ts";

/** A text adapter of TanStack AI. */
export interface TanstackAdapter {
  chatStream(...given: never[]): AsyncIterable<object>;
}

/**
 * The adapter of a `chat`, whose calls of these tools reach the runner's reader also where their arguments are no JSON
 * object: it mends them, or refuses them in words that a model can use. Without it TanStack refuses them itself, or
 * takes `{}` for them. A call that comes again under its id in one answer is left out. With
 * `{ approvals: "framework" }` the tools need it: here a call is seen as the model made it, before the client is asked.
 */
export function rawArguments<A extends TanstackAdapter>(adapter: A, tools: readonly TanstackTool[]): A {
  const ours = new Map(tools.map((tool) => [tool.name, tool]));
  return withMethods(adapter, {
    async *chatStream(...given: never[]) {
      const calls = new Calls(ours);
      for await (const chunk of adapter.chatStream(...given)) yield* calls.hear(chunk);
    },
  });
}

type Fields = Readonly<Record<string, unknown>>;

interface OpenCall {
  readonly tool: TanstackTool;
  text: string;
  isOver: boolean;
}

/** The calls of our tools in one answer of the model. */
class Calls {
  readonly #tools: ReadonlyMap<unknown, TanstackTool>;
  readonly #calls = new Map<unknown, OpenCall>();
  /** Calls under an id that another call of this answer has had. */
  readonly #repeated = new Set<unknown>();

  constructor(tools: ReadonlyMap<unknown, TanstackTool>) {
    this.#tools = tools;
  }

  async *hear(chunk: object): AsyncGenerator<object> {
    const fields: Fields = isFields(chunk) ? chunk : {};
    const { type, toolCallId } = fields;
    if (type === "TOOL_CALL_START") this.#begin(fields);
    if (this.#repeated.has(toolCallId)) return;
    if (type === "TOOL_CALL_ARGS") this.#add(fields);
    const ending = type === "RUN_FINISHED" ? [...this.#calls.keys()] : type === "TOOL_CALL_END" ? [toolCallId] : [];
    let input: unknown;
    for (const id of ending) {
      const whole = await this.#end(id);
      if (whole === undefined) continue;
      input = JSON.parse(whole);
      yield { ...about(fields), type: "TOOL_CALL_ARGS", toolCallId: id, delta: "", args: whole };
    }
    yield input === undefined || type !== "TOOL_CALL_END" ? chunk : { ...chunk, input };
  }

  #begin({ toolCallId, toolCallName, toolName }: Fields): void {
    if (this.#calls.get(toolCallId)?.isOver === true) this.#repeated.add(toolCallId);
    const tool = this.#tools.get(toolCallName ?? toolName);
    if (tool === undefined || this.#calls.has(toolCallId)) return;
    this.#calls.set(toolCallId, { tool, text: "", isOver: false });
  }

  #add({ toolCallId, args, delta }: Fields): void {
    const call = this.#calls.get(toolCallId);
    if (call === undefined) return;
    if (typeof args === "string" && args !== "") call.text = args;
    else if (typeof delta === "string") call.text += delta;
  }

  /** What stands for the arguments, where they are not what TanStack reads. */
  async #end(id: unknown): Promise<string | undefined> {
    const call = this.#calls.get(id);
    if (call === undefined || call.isOver || typeof id !== "string") return undefined;
    call.isOver = true;
    await notedBefore(call.tool, { id, text: call.text });
    const whole = held(call.text);
    return whole === call.text || call.text.trim() === "" ? undefined : whole;
  }
}

function about({ timestamp, model, threadId, runId }: Fields): Fields {
  return { timestamp, model, threadId, runId };
}
