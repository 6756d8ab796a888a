import type { ErrorCode, SettledCall } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";

/**
 * A call that was refused or failed, for a framework that wants it thrown. The message is what the model reads: masked
 * and bounded.
 */
export class ForeignCallError extends Error {
  override readonly name = "ForeignCallError";
  readonly code: ErrorCode;
  readonly toolCallId: string;

  constructor({ result, message: { content }, toolCallId }: SettledCall) {
    super(contentText(content));
    this.code = result.error?.code ?? "execution_failed";
    this.toolCallId = toolCallId;
    // Where it happened is inside the runner, and nobody outside is told.
    this.stack = `${this.name}: ${this.message}`;
  }

  /** Frameworks write errors into what a model reads. */
  override toString(): string {
    return this.message;
  }
}
