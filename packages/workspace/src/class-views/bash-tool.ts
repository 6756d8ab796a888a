import type { ActivityStream, Tool, ToolResult } from "@toolwright/core";
import type { FlatResult } from "@toolwright/core/class-tools";
import { z } from "zod";
import { type BashToolOptions, bashTool } from "../tools/bash/bash.tool.ts";
import type { ClassViewOptions } from "./class-view-options.ts";
import { type Fields, StandardToolView } from "./standard-tool-view.ts";

const Ended = z.object({
  stdout: z.string(),
  stderr: z.string(),
  returnCode: z.number().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
});

/**
 * `bash` as a class. `output` is what the command printed, `error` its standard error also when it succeeded,
 * `return_code` null when it did not come to its own end. A command that was ended has its standard error in `stderr`.
 */
export class BashTool extends StandardToolView {
  constructor(activityStream: ActivityStream, options: ClassViewOptions & BashToolOptions = {}) {
    const { defaultTimeout, maxTimeout, asks, ...view } = options;
    super(activityStream, inForeground(bashTool({ defaultTimeout, maxTimeout, asks, sandbox: view.sandbox })), view);
  }

  override getResultPreview(result: FlatResult, maxLines = 3): string[] {
    if (!result.success || result.return_code === undefined) return super.getResultPreview(result, maxLines);
    if (!(maxLines > 0)) return [];
    const { output, error, return_code: code, signal } = result;
    const head =
      code === null ? `✗ Ended by ${String(signal)}` : `${code === 0 ? "✓" : "✗"} Exit code: ${String(code)}`;
    const printed = String(output).trimEnd() || error.trimEnd();
    if (printed === "") return [head];
    return [head, ...super.getResultPreview({ success: true, error: "", output: printed }, maxLines - 1)];
  }

  protected override fieldsOf({ artifact, isError }: ToolResult): Fields | undefined {
    const ended = Ended.safeParse(artifact).data;
    if (ended === undefined) return undefined;
    const { stdout: output, stderr, returnCode: return_code, signal, timedOut } = ended;
    const how = { ...(signal === null ? {} : { signal }), ...(timedOut ? { timed_out: true } : {}) };
    return { output, ...(isError ? { stderr } : { error: stderr }), return_code, ...how };
  }
}

/** A command in the background would end with the turn, and nobody could ask for what it printed. */
function inForeground(tool: Tool): Tool {
  const { background: _, ...properties }: Record<string, unknown> = Object(tool.definition.parameters.properties);
  return { ...tool, definition: { ...tool.definition, parameters: { ...tool.definition.parameters, properties } } };
}
