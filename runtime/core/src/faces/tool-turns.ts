import type { ToolResult } from "../result/tool-result.ts";
import type { ToolContext } from "../tool/tool.ts";
import type { AsyncCallback } from "./registry-tool.ts";

/** One call of a tool that keeps state of its call in itself. */
export interface Turn<T> {
  /** Gives the tool this call's context and callback; called again after a call that was made inside this one. */
  enter(completion: Completion): void;
  run(completion: Completion): Promise<T>;
}

/** What one call's background work comes to. The first result counts. */
export interface Completion {
  readonly result: Promise<ToolResult>;
  /** True when the tool has called back. */
  readonly isSettled: boolean;
  readonly callback: AsyncCallback;
  /** Takes nothing any more. */
  end(): void;
}

/** Under this key a tool object has its turns: they are the object's, whichever registries it is in. */
const TURNS = Symbol.for("toolwright.turns");

/** The turns of a tool object. One that cannot be written to has them for this call alone. */
export function turnsOf(tool: object): ToolTurns {
  const known: unknown = Reflect.get(tool, TURNS);
  if (known instanceof ToolTurns) return known;
  const made = new ToolTurns();
  Reflect.defineProperty(tool, TURNS, { value: made });
  return made;
}

/** Who has a tool object now. */
interface Holder {
  readonly ctx: ToolContext;
  reenter(): void;
}

/**
 * Runs the calls of one tool object one after the other, across registries and conversations; a call inside another
 * call of the same object goes ahead, since the outer one waits for it. A call whose run was stopped while it waited is
 * not made. Nobody overtakes a call that ignores being stopped: its answers would go to the wrong conversation.
 */
class ToolTurns {
  readonly #completions = new WeakMap<object, CallCompletion>();
  #holder: Holder | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  async take<T>(ctx: ToolContext, turn: Turn<T>): Promise<T> {
    if (isInside(ctx, this.#holder?.ctx)) return this.#hold(ctx, turn);
    const made = this.#tail.then(() => {
      ctx.signal.throwIfAborted();
      return this.#hold(ctx, turn);
    });
    this.#tail = made.catch(() => undefined);
    return made;
  }

  async #hold<T>(ctx: ToolContext, turn: Turn<T>): Promise<T> {
    const completion = new CallCompletion(this.#completions);
    this.#completions.set(ctx, completion);
    const outer = this.#holder;
    this.#holder = { ctx, reenter: () => turn.enter(completion) };
    try {
      turn.enter(completion);
      return await turn.run(completion);
    } finally {
      this.#holder = outer;
      outer?.reenter();
    }
  }
}

/** The id of a call inside another begins with the outer one's. */
function isInside(ctx: ToolContext, holder: ToolContext | undefined): boolean {
  return holder !== undefined && holder.runId === ctx.runId && ctx.toolCallId.startsWith(`${holder.toolCallId}/`);
}

class CallCompletion implements Completion {
  readonly result: Promise<ToolResult>;
  readonly #byContext: WeakMap<object, CallCompletion>;
  #settle: ((result: ToolResult) => void) | undefined;

  constructor(byContext: WeakMap<object, CallCompletion>) {
    this.#byContext = byContext;
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get isSettled(): boolean {
    return this.#settle === undefined;
  }

  /**
   * Goes by the context it is called with: a tool that keeps its callback in a field reads there, after its call, the
   * callback of whichever call came last.
   */
  readonly callback: AsyncCallback = (ctx, result) => (this.#byContext.get(ctx) ?? this).#take(result);

  end(): void {
    this.#settle = undefined;
  }

  #take(result: ToolResult): void {
    this.#settle?.(result);
    this.#settle = undefined;
  }
}
