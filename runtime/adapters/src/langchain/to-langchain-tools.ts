import type { Part, SettledCall, ToolRunner } from "@toolwright/core";
import { contentText, isFields } from "@toolwright/core/internal";
import { foreignCall, foreignQuestion } from "../calls/foreign-call.ts";
import { decisionIn, settleAsked } from "../calls/settle-asked.ts";
import type { AdapterOptions } from "../shared/adapter-options.ts";
import { ForeignCallError } from "../shared/foreign-call-error.ts";
import { hasMethods, madeBy } from "../shared/made-by.ts";
import { callOf, type OfferedTool, offeredTools } from "../shared/offered-tools.ts";
import { shownOutput } from "../shared/shown-output.ts";

/**
 * A tool of LangChain, as `createAgent({ tools })`, `ToolNode` and `bindTools` take it. Of what LangChain calls itself,
 * only the names.
 */
export type LangChainTool = {
  name: string;
  description: string;
  schema: Record<string, unknown>;
  returnDirect: boolean;
  lc_serializable: boolean;
  lc_namespace: string[];
  lc_id: string[];
  invoke(input: unknown, config?: unknown): Promise<unknown>;
  call(...given: unknown[]): Promise<unknown>;
  batch(...given: unknown[]): Promise<never>;
  stream(...given: unknown[]): Promise<never>;
  transform(...given: unknown[]): never;
  getName(...given: unknown[]): string;
  toJSON(): never;
  toJSONNotImplemented(): never;
};

function isTool(made: object): made is LangChainTool {
  return hasMethods(made, "invoke", "call");
}

/**
 * The tools of a runner for LangChain's agents and LangGraph's tool nodes. Calls go through the whole runner; a failure
 * is a tool message with `status: "error"`. Needs `@langchain/core`; rejects with a `TypeError` for what is no runner
 * and for wrong options.
 */
export async function toLangChainTools(runner: ToolRunner, options: AdapterOptions = {}): Promise<LangChainTool[]> {
  const offered = offeredTools("toLangChainTools", runner, options);
  const { tool: make } = await import("@langchain/core/tools");
  const { ToolMessage } = await import("@langchain/core/messages");
  return offered.map((offer) => {
    const making = { ...offer, ToolMessage };
    const { name, description, parameters } = offer.tool.definition;
    const run = (input: unknown, config: unknown) => execute(making, input, isFields(config) ? config : {});
    return unvalidated(
      madeBy({ framework: "@langchain/core", make, isTool }, run, { name, description, schema: parameters }),
    );
  });
}

interface Making extends OfferedTool {
  readonly ToolMessage: unknown;
}

/**
 * LangChain judges arguments by `schema` before it runs a tool: while it does, the tool has one that lets everything
 * pass.
 */
function unvalidated(made: LangChainTool): LangChainTool {
  const call = Reflect.get(made, "call");
  const open = Object.create(made, { schema: { value: {} } });
  return Object.defineProperty(made, "call", { value: (...given: unknown[]) => Reflect.apply(call, open, given) });
}

type Config = Readonly<Record<string, unknown>>;

async function execute(making: Making, input: unknown, config: Config): Promise<unknown> {
  const { runner, options } = making;
  const call = callOf(making, input, aboutCall(making, config));
  const question = options.approvals === "framework" ? await foreignQuestion(runner, call) : undefined;
  const answered = isFields(config.toolCall) ? answer : directly;
  if (question === undefined) return answered(making, await foreignCall(runner, call));
  // Stops the graph the first time, by an exception; when it goes on this very call is made again, and gets what came
  // back.
  const { interrupt } = config;
  const said: unknown =
    typeof interrupt === "function" ? interrupt({ ...question, toolCallId: call.id, toolName: call.name }) : undefined;
  return answered(making, await settleAsked(runner, call, decisionIn(said)));
}

function aboutCall({ tool }: Making, config: Config) {
  const { toolCall, signal, writer } = config;
  const { id } = isFields(toolCall) ? toolCall : {};
  return {
    id: typeof id === "string" ? id : undefined,
    signal: signal instanceof AbortSignal ? signal : undefined,
    run: runOf(config),
    onOutput: (chunk: string) => {
      if (typeof writer === "function") writer({ type: "tool-output", toolCallId: id, toolName: tool.name, chunk });
    },
  };
}

/** Every run begins with something that its user said: that one message is the same object in all its steps. */
function runOf({ state }: Config): object | undefined {
  const { messages } = isFields(state) ? state : {};
  if (!Array.isArray(messages)) return undefined;
  return messages.findLast((message) => Reflect.get(Object(message), "type") === "human");
}

function answer({ ToolMessage, tool }: Making, settled: SettledCall): unknown {
  const { toolCallId, result } = settled;
  if (typeof ToolMessage !== "function") throw new TypeError("This version of @langchain/core has no ToolMessage.");
  return Reflect.construct(ToolMessage, [
    {
      content: contentOf(settled),
      tool_call_id: toolCallId,
      name: tool.name,
      status: result.isError ? "error" : "success",
      ...(result.isError ? {} : { artifact: shownOutput(settled) }),
    },
  ]);
}

/** A program that calls a tool by its arguments alone gets what the tool says, as in LangChain, or an exception. */
function directly(_: Making, settled: SettledCall): unknown {
  if (settled.result.isError) throw new ForeignCallError(settled);
  return contentOf(settled);
}

function contentOf({ message: { content } }: SettledCall): unknown {
  return typeof content === "string" ? content : content.map(block);
}

/** Files other than images are lines: models of LangChain have no one form for them. */
function block(part: Part): object {
  if (part.type === "text") return part;
  if (part.type !== "image") return { type: "text", text: contentText([part]) };
  return { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${part.data}` } };
}
