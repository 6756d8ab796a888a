import type { TanstackTool } from "./to-tanstack-tools.ts";

/** A call as the model made it. */
export interface MadeCall {
  readonly id: string;
  readonly text: string;
}

type Note = (call: MadeCall) => Promise<unknown>;

const notes = new WeakMap<TanstackTool, Note>();

/** Says what is to be done with every call of a tool before anybody is asked about it. */
export function noteBefore(tool: TanstackTool, note: Note): TanstackTool {
  notes.set(tool, note);
  return tool;
}

/** Does it. */
export async function notedBefore(tool: TanstackTool, call: MadeCall): Promise<void> {
  await notes.get(tool)?.(call);
}
