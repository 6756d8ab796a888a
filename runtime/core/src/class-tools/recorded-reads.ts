import type { ToolContext } from "../tool/tool.ts";

/** Hears which files the calls on a stream have read or written, before such a call ends. */
export type ReadsListener = (paths: readonly string[], context: ToolContext) => Promise<void>;

const listeners = new WeakMap<object, ReadsListener[]>();

/** From here on `listener` hears of what class tools on this stream say with `recordRead`. */
export function onRecordedReads(stream: object, listener: ReadsListener): void {
  const known = listeners.get(stream) ?? [];
  listeners.set(stream, [...known, listener]);
}

/** Tells those who listen; one that fails is no failure of the call. */
export async function tellReads(stream: object, paths: readonly string[], context: ToolContext): Promise<void> {
  if (paths.length === 0) return;
  for (const listener of listeners.get(stream) ?? []) {
    try {
      await listener(paths, context);
    } catch (error) {
      context.logger.warn("A file that was read is not known to other tools", { error: String(error) });
    }
  }
}
