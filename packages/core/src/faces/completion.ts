import type { ToolResult } from "../result/tool-result.ts";
import type { ToolContext } from "../tool/tool-context.ts";
import type { AsyncCallback } from "./registry-tool.ts";

const byContext = new WeakMap<object, Completion>();

/** What one call's background work comes to. The first result counts. */
export class Completion {
  readonly result: Promise<ToolResult>;
  #settle: ((result: ToolResult) => void) | undefined;

  constructor(ctx: ToolContext) {
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    byContext.set(ctx, this);
  }

  /** True when the tool has called back. */
  get isSettled(): boolean {
    return this.#settle === undefined;
  }

  /**
   * Goes by the context it is called with: a tool that keeps its callback in a field reads there, after its call, the
   * callback of whichever call came last.
   */
  readonly callback: AsyncCallback = (ctx, result) => (byContext.get(ctx) ?? this).#take(result);

  /** Takes nothing any more. */
  end(): void {
    this.#settle = undefined;
  }

  #take(result: ToolResult): void {
    this.#settle?.(result);
    this.#settle = undefined;
  }
}
