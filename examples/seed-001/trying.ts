import {
  type ActivityEvent,
  ActivityStream,
  BaseTool,
  type FunctionDefinition,
  generateId,
  ToolManager,
  type ToolResult,
} from "@toolwright/core/class-tools";

export const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A class tool whose work is given from outside. */
export class Any extends BaseTool {
  readonly name: string;
  readonly description = "Anything.";
  readonly requiresConfirmation: boolean = false;
  readonly #work: (tool: Any, args: Record<string, unknown>) => unknown;
  readonly #parameters: object;

  constructor(
    stream: ActivityStream,
    work: (tool: Any, args: Record<string, unknown>) => unknown,
    name = "any_tool",
    parameters: object = {},
  ) {
    super(stream, { logger });
    this.name = name;
    this.#work = work;
    this.#parameters = parameters;
  }

  override getFunctionDefinition(): FunctionDefinition {
    const parameters = { type: "object", properties: {}, required: [], ...this.#parameters };
    return { type: "function", function: { name: this.name, description: this.description, parameters } };
  }

  protected async executeImpl(args: Record<string, unknown>): Promise<ToolResult> {
    this.captureParams(args);
    return (await this.#work(this, args)) as ToolResult;
  }

  ok = (fields?: Record<string, unknown>) => this.formatSuccessResponse(fields);
  bad = (...args: Parameters<BaseTool["formatErrorResponse"]>) => this.formatErrorResponse(...args);
  chunk = (text: string) => this.emitOutputChunk(generateId(), text);
}

export function setup(work: (tool: Any, args: Record<string, unknown>) => unknown, parameters: object = {}) {
  const stream = new ActivityStream();
  const tool = new Any(stream, work, "any_tool", parameters);
  const events: ActivityEvent[] = [];
  stream.subscribe("*", (event) => events.push(event));
  return { stream, tool, events, manager: new ToolManager([tool], stream, { logger }) };
}
