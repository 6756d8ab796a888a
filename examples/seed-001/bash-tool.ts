import { spawn } from "node:child_process";
import { BaseTool, type FunctionDefinition, generateId, type ToolResult } from "@toolwright/core/class-tools";

interface Args {
  readonly command: string;
  readonly working_dir?: string;
}

/** The document's `bash`, as small as an example may be: no sandbox, no check of the command. */
export class BashTool extends BaseTool {
  readonly name = "bash";
  readonly description = "Run a shell command.";
  readonly requiresConfirmation = true;
  override readonly timeoutMs = 5_000;

  override getFunctionDefinition(): FunctionDefinition {
    const properties = {
      command: { type: "string", minLength: 1, description: "Shell command" },
      description: { type: "string", description: "Brief description (5-10 words)" },
      working_dir: { type: "string", description: "Working directory" },
    };
    const parameters = { type: "object", properties, required: ["command"] };
    return { type: "function", function: { name: this.name, description: this.description, parameters } };
  }

  protected async executeImpl(args: Args): Promise<ToolResult> {
    this.captureParams(args);
    const callId = generateId();
    const { signal } = this.callContext;
    const child = spawn(args.command, {
      shell: true,
      cwd: args.working_dir,
      signal,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const texts = { output: "", error: "" };
    const listen = (name: "output" | "error") => (chunk: string) => {
      texts[name] += chunk;
      this.emitOutputChunk(callId, chunk);
    };
    child.stdout.setEncoding("utf8").on("data", listen("output"));
    child.stderr.setEncoding("utf8").on("data", listen("error"));
    const return_code = await new Promise<number | null>((resolve, reject) =>
      child.on("error", reject).on("close", resolve),
    );
    return this.formatSuccessResponse({ ...texts, return_code });
  }

  override getResultPreview(result: ToolResult, maxLines = 3): string[] {
    if (!result.success) return super.getResultPreview(result, maxLines);
    const mark = result.return_code === 0 ? "✓" : "✗";
    const shown = { ...result, output: String(result.output).trimEnd() || String(result.error).trimEnd() };
    return [`${mark} Exit code: ${result.return_code}`, ...super.getResultPreview(shown, maxLines - 1)];
  }
}
