import type { ToolContext } from "../tool/tool-context.ts";
import { Completion } from "./completion.ts";

/** One call of a tool that keeps state of its call in itself. */
export interface Turn<T> {
  /** Gives the tool this call's context and callback; called again after a call that was made inside this one. */
  enter(completion: Completion): void;
  run(completion: Completion): Promise<T>;
}

/** Who has a tool object now. */
interface Holder {
  readonly ctx: ToolContext;
  reenter(): void;
}

interface Queue {
  holder: Holder | undefined;
  tail: Promise<unknown>;
}

const queues = new WeakMap<object, Queue>();

/**
 * Runs the calls of one tool object one after the other, across registries and conversations; a call inside another
 * call of the same object goes ahead, since the outer one waits for it. A call whose run was stopped while it waited is
 * not made. Nobody overtakes a call that ignores being stopped: its answers would go to the wrong conversation.
 */
export async function inTurn<T>(tool: object, ctx: ToolContext, turn: Turn<T>): Promise<T> {
  const queue = queues.get(tool) ?? { holder: undefined, tail: Promise.resolve() };
  queues.set(tool, queue);
  if (isInside(ctx, queue.holder?.ctx)) return hold(queue, ctx, turn);
  const before = queue.tail;
  const made = before.then(() => {
    ctx.signal.throwIfAborted();
    return hold(queue, ctx, turn);
  });
  queue.tail = made.catch(() => undefined);
  return made;
}

async function hold<T>(queue: Queue, ctx: ToolContext, turn: Turn<T>): Promise<T> {
  const completion = new Completion(ctx);
  const outer = queue.holder;
  queue.holder = { ctx, reenter: () => turn.enter(completion) };
  try {
    turn.enter(completion);
    return await turn.run(completion);
  } finally {
    queue.holder = outer;
    outer?.reenter();
  }
}

/** The id of a call inside another begins with the outer one's (system.md, "Sub-calls"). */
function isInside(ctx: ToolContext, holder: ToolContext | undefined): boolean {
  return holder !== undefined && holder.runId === ctx.runId && ctx.toolCallId.startsWith(`${holder.toolCallId}/`);
}
