import { BaseTool } from '@toolwright/core/class-tools';
import type { ToolResult, FunctionDefinition } from '@toolwright/core/class-tools';
import { ActivityStream } from '@toolwright/core/class-tools';

export class MyTool extends BaseTool {
  readonly name = 'my_tool';
  readonly description = 'What my tool does';
  readonly requiresConfirmation = false;  // true for destructive ops

  constructor(activityStream: ActivityStream) {
    super(activityStream);
  }

  // Optional: Provide custom function definition
  getFunctionDefinition(): FunctionDefinition {
    return {
      type: 'function',
      function: {
        name: this.name,
        description: this.description,
        parameters: {
          type: 'object',
          properties: {
            param1: {
              type: 'string',
              description: 'Description of param1',
            },
          },
          required: ['param1'],
        },
      },
    };
  }

  protected async executeImpl(args: any): Promise<ToolResult> {
    // 1. Capture parameters for error context
    this.captureParams(args);

    // 2. Validate parameters
    if (!args.param1) {
      return this.formatErrorResponse(
        'param1 is required',
        'validation_error',
        'Example: my_tool(param1="value")'
      );
    }

    // 3. Execute tool logic
    try {
      const result = await this.performOperation(args.param1);

      // 4. Return success response
      return this.formatSuccessResponse({
        result: result,
      });
    } catch (error) {
      // 5. Return error response
      return this.formatErrorResponse(
        error instanceof Error ? error.message : String(error),
        'system_error'
      );
    }
  }

  private async performOperation(param: string): Promise<string> {
    // Tool-specific logic here
    return 'success';
  }

  // Optional: Custom result preview
  getResultPreview(result: ToolResult, maxLines: number = 3): string[] {
    if (!result.success) {
      return super.getResultPreview(result, maxLines);
    }

    return [`Result: ${result.result}`];
  }
}
