import { BaseTool, type BaseToolOptions } from "../src/class-tools/base-tool.ts";
import type { FlatResult } from "../src/class-tools/flat-result.ts";
import type { FunctionDefinition } from "../src/class-tools/tool-validator.ts";
import type { ActivityStream } from "../src/journal/activity-stream.ts";
import type { JournalEvent } from "../src/journal/event.ts";

type Args = Record<string, unknown>;
type Helpers = Pick<SampleTool, "capture" | "success" | "failure" | "chunk" | "internal" | "own">;

/** What a sample tool is made of. */
export interface Sample {
  readonly name?: string;
  readonly parameters?: object;
  readonly confirms?: boolean;
  readonly work: (args: Args, tool: Helpers) => FlatResult | Promise<FlatResult>;
}

/** A class tool whose work is given from outside. */
export class SampleTool extends BaseTool {
  readonly name: string;
  readonly description = "A sample.";
  readonly requiresConfirmation: boolean;
  readonly #sample: Sample;

  constructor(activityStream: ActivityStream, sample: Sample, options: BaseToolOptions = {}) {
    super(activityStream, options);
    this.#sample = sample;
    this.name = sample.name ?? "sample";
    this.requiresConfirmation = sample.confirms ?? false;
  }

  override getFunctionDefinition(): FunctionDefinition {
    const { parameters } = this.#sample;
    if (parameters === undefined) return super.getFunctionDefinition();
    return {
      type: "function",
      function: { name: this.name, description: this.description, parameters: { ...parameters } },
    };
  }

  protected async executeImpl(args: Args): Promise<FlatResult> {
    return this.#sample.work(args, this);
  }

  capture(args: object): void {
    this.captureParams(args);
  }
  success(fields?: Args): FlatResult {
    return this.formatSuccessResponse(fields);
  }
  internal(fields?: Args): FlatResult {
    return this.formatInternalResponse(fields);
  }
  failure(message: string, type?: string, suggestion?: string, extra?: Args): FlatResult {
    return this.formatErrorResponse(message, type, suggestion, extra);
  }
  chunk(id: string, text: string): void {
    this.emitOutputChunk(id, text);
  }
  get own() {
    return this.callContext;
  }
}

/** Keeps every event of a stream. */
export function kept(activityStream: ActivityStream): JournalEvent[] {
  const events: JournalEvent[] = [];
  activityStream.subscribe("*", (event) => {
    if (event.type !== "tool_call_running") events.push(event);
  });
  return events;
}

/** A promise to be settled from outside. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}
