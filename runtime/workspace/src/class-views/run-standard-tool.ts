import {
  type Logger,
  type Resolve,
  type Tool,
  type ToolContext,
  ToolRegistry,
  type ToolResult,
  ToolRunner,
} from "@toolwright/core";
import { IS_OFFERED, isToolResult, RUNS_UNASKED, SCOPE, STEP } from "@toolwright/core/internal";

/** A call of a standard tool inside the call of its class. */
export interface InnerCall {
  readonly tool: Tool;
  readonly args: object;
  readonly context: ToolContext;
  readonly resolve: Resolve;
}

/** Whoever calls bounds the output. */
const UNBOUNDED = { maxBytes: Infinity, maxLines: Infinity };

/**
 * What concerns the run and not the tool alone: what it prints, keeps, masks, costs and asks, which other tools it may
 * call, that it stops, and what goes on after it.
 */
const OF_THE_RUN: ReadonlySet<PropertyKey> = new Set<keyof ToolContext | symbol>([
  ...([IS_OFFERED, RUNS_UNASKED, SCOPE, STEP] as const),
  ...(["scrubber", "emitOutput", "addUsage", "ask", "stopRun", "background"] as const),
]);

/** What a model reads of an output in place of what a program is given. */
type ForModel = Extract<ToolResult["output"], { type: "text" }>["forModel"];

/** Runs the tool as the call that `context` belongs to: that one was asked for, is new, and publishes what happens. */
export async function runStandardTool({ tool, args, context, resolve }: InnerCall): Promise<ToolResult> {
  const { deps, logger, now, runId, toolCallId: id, signal, conversation } = context;
  const { spec } = tool;
  let forModel: ForModel;
  const inner: Tool = {
    ...tool,
    spec: {
      ...spec,
      requiresConfirmation: false,
      async execute(input, own) {
        const returned = await spec.execute(input, withRunOf(own, context));
        if (isToolResult(returned) && returned.output.type === "text") forModel = returned.output.forModel;
        return returned;
      },
    },
  };
  const runner = new ToolRunner({
    registry: new ToolRegistry([inner]),
    deps,
    logger: ofTheTool(logger),
    now,
    limits: UNBOUNDED,
    outputCache: false,
    redundancy: "off",
    loopGuard: false,
  });
  const call = { id, name: tool.name, arguments: JSON.stringify(args) };
  const { result } = await runner.exec(call, { signal, conversation, runId, resolve });
  // The runner of the class makes what the model reads, so that it has to have both.
  return forModel === undefined || result.output.type !== "text"
    ? result
    : { ...result, output: { ...result.output, forModel } };
}

function withRunOf(own: ToolContext, outer: ToolContext): ToolContext {
  return new Proxy(own, { get: (target, name) => Reflect.get(OF_THE_RUN.has(name) ? outer : target, name) });
}

/** How a call goes and ends is told by the runner of the class. */
function ofTheTool(logger: Logger): Logger {
  const told = (write: Logger["info"]) => (message: string, fields?: object) => {
    if (!message.startsWith("Tool call ")) write(message, fields);
  };
  return {
    debug: told((message, fields) => logger.debug(message, fields)),
    info: told((message, fields) => logger.info(message, fields)),
    warn: told((message, fields) => logger.warn(message, fields)),
    error: told((message, fields) => logger.error(message, fields)),
  };
}
