import { readFile } from "node:fs/promises";
import { BaseTool, type FunctionDefinition, type ToolResult } from "@toolwright/core/class-tools";

interface Args {
  readonly file_paths: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
}

/** The document's `read`: several files, with line numbers. */
export class ReadTool extends BaseTool {
  readonly name = "read";
  readonly description = "Read one or more text files.";
  readonly requiresConfirmation = false;
  override readonly effects = "read";

  override getFunctionDefinition(): FunctionDefinition {
    const properties = {
      file_paths: { type: "array", items: { type: "string" }, minItems: 1, description: "Array of file paths" },
      limit: { type: "integer", minimum: 0, description: "Max lines per file (0 = all)" },
      offset: { type: "integer", minimum: 1, description: "Start line (1-based)" },
    };
    const parameters = { type: "object", properties, required: ["file_paths"] };
    return { type: "function", function: { name: this.name, description: this.description, parameters } };
  }

  protected async executeImpl(args: Args): Promise<ToolResult> {
    this.captureParams(args);
    const blocks = await Promise.all(args.file_paths.map((path) => block(path, args)));
    const found = blocks.filter(({ ok }) => ok).length;
    if (found === 0) return this.formatErrorResponse("Failed to read any file", "user_error", "Check the paths.");
    return this.formatSuccessResponse({ content: blocks.map(({ text }) => text).join("\n\n"), files_read: found });
  }

  override getResultPreview(result: ToolResult, maxLines?: number): string[] {
    const lines = super.getResultPreview(result, maxLines);
    return result.success ? [`Read ${result.files_read} file(s)`, ...lines] : lines;
  }
}

async function block(path: string, { limit = 0, offset = 1 }: Args): Promise<{ ok: boolean; text: string }> {
  const head = `=== ${path} ===`;
  try {
    const lines = (await readFile(path, "utf8")).replace(/\n$/, "").split("\n");
    const shown = lines.slice(offset - 1, limit === 0 ? undefined : offset - 1 + limit);
    const numbered = shown.map((line, index) => `${String(offset + index).padStart(6)}\t${line}`);
    return { ok: true, text: [head, ...numbered].join("\n") };
  } catch {
    return { ok: false, text: `${head}\nError: File not found: ${path}` };
  }
}
